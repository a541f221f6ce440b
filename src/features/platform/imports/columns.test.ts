import { strFromU8, unzipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readHere } from '#parts/table/read.server.ts'
import { importing, type Lines } from '#test/support/importing.ts'
import { rowsOf } from '#test/support/world.ts'

describe('columns and templates of spreadsheets', () => {
  const { world, fresh, call, settled, preview, row, judged, run, byDocument } = importing()

  test('a header is mapped by hand once, and known from then on', async () => {
    const lines = (document: string): Lines => [
      ['Quem', 'Inscrição federal', 'Nota'],
      ['Pelo mapa', document, 'sem uso'],
    ]
    const uuid = await judged('clients', lines(fresh()))
    expect((await preview(uuid)).mapping.columns).toEqual({})
    const from = (text: string, how = 'coluna') => ({ from: how, text })
    const set = (columns: object, more = {}) =>
      call('PUT', `imports/${uuid}/preparar`, {
        mapping: { columns, values: [], kbps: false },
        mode: 'ambos',
        match_by: 'document',
        ...more,
      })
    const [name, document] = [from('Quem'), from('Inscrição federal')]
    expect((await set({ nada: name })).body.errors).toHaveProperty('mapping')
    expect((await set({ name: from('Outra') })).body.errors?.mapping).toEqual(['O arquivo não tem a coluna “Outra”.'])
    expect((await set({ name: from('', 'coleta') })).body.errors).toHaveProperty('mapping')
    expect((await set({ name, document: from('1', 'valor') })).body.errors).toHaveProperty('match_by')
    const strange = [{ column: 'nada', from: 'x', to: 'y' }]
    const sent = {
      mapping: { columns: { name, document }, values: strange, kbps: false },
      mode: 'ambos',
      match_by: 'document',
    }
    expect((await call('PUT', `imports/${uuid}/preparar`, sent)).body.errors).toHaveProperty('mapping')
    expect((await set({ name })).body.errors).toHaveProperty('match_by')
    expect((await set({ name, document })).status).toBe(200)
    await settled()
    expect((await preview(uuid)).counts).toEqual({ criar: 1 })
    const next = await judged('clients', lines(fresh()))
    expect((await preview(next)).mapping.columns).toEqual({ name, document })
    // What nobody has seen yet is told by its name; what was left out stays out.
    const wider = await judged('clients', [
      ['Quem', 'Inscrição federal', 'Nota', 'E-mail'],
      ['Pelo mapa, com mais', fresh(), 'sem uso', 'a@exemplo.com.br'],
    ])
    expect((await preview(wider)).mapping.columns).toEqual({ name, document, email: from('E-mail') })
    // Another company has said nothing yet.
    const other = await judged('clients', lines(fresh()), { who: 'staffB' })
    expect((await preview(other, '', 'staffB')).mapping.columns).toEqual({})
    const [taught] = rowsOf(await call('GET', 'mappings?filter[intake]=clients&sort=-id'))
    expect(taught).toMatchObject({ name: 'Clientes: planilha.csv', client: null })
    expect((await call('GET', `mappings/${taught?.uuid}`, undefined, 'staffB')).status).toBe(404)
    expect((await call('GET', `mappings/${taught?.uuid}`, undefined, 'clientA')).status).toBe(404)
    expect((await call('DELETE', `mappings/${taught?.uuid}`)).status).toBe(200)
    const forgotten = await judged('clients', lines(fresh()))
    expect((await preview(forgotten)).mapping.columns).toEqual({})
  })

  test('what the file says in its own words is said once: the same for all rows, and each value for another', async () => {
    const header = ['Razão social', 'CNPJ', 'Regime']
    const rows = Array.from({ length: 3 }, (_, at): string[] => [`Em palavras ${at}`, fresh(), at ? 'SN' : 'sn.'])
    const uuid = await judged('clients', [header, ...rows])
    const { mapping, data } = await preview(uuid)
    expect(data[0]?.problems).toMatchObject([{ column: 'tax_regime', rule: 'nao-existe', value: 'sn.' }])
    const { rows: regimes } = await sql<{ name: string }>`select name from tax_regimes order by id limit 1`.execute(
      world().db,
    )
    const regime = regimes[0]?.name ?? ''
    const set = (given: object) =>
      call('PUT', `imports/${uuid}/preparar`, {
        mapping: { ...mapping, ...given },
        mode: 'ambos',
        match_by: 'document',
      })
    const values = [{ column: 'tax_regime', from: 'SN', to: regime }]
    expect((await set({ values })).body.message).toBe('3 linhas de novo em conferência.')
    expect((await preview(uuid)).counts).toEqual({ criar: 3 })
    // Taken back, it is asked again.
    await set({ values: [] })
    expect((await preview(uuid)).counts).toEqual({ recusada: 3 })
    const columns = {
      ...mapping.columns,
      tax_regime: { from: 'valor', text: regime },
      'addresses.city': { from: 'valor', text: 'Taubaté/SP' },
    }
    await set({ columns })
    await settled()
    expect((await preview(uuid)).data[0]?.changes).toEqual(
      expect.arrayContaining([
        ['Regime tributário', '', regime],
        ['Município', '', 'Taubaté/SP'],
      ]),
    )
  })

  test('a template comes with its words and codes, and its example is nobody', async () => {
    const token = await world().enter('staffA', world().people.staffA)
    // More words than a page of a list has.
    await sql`
      insert into technology_types (name, slug, term)
      select 'Tecnologia ' || n, 'tecnologia-' || n, 'TEC-' || n from generate_series(1, 150) n`.execute(world().db)
    const { rows: kinds } = await sql`select 1 from technology_types where active and deleted_at is null`.execute(
      world().db,
    )
    for (const section of ['clients', 'fistels', 'collects', 'stations']) {
      const file = await world().app.inject({
        url: `/api/v1/imports/modelos/${section}`,
        headers: { authorization: `Bearer ${token}` },
      })
      expect([section, file.statusCode]).toEqual([section, 200])
      const table = await readHere(new Uint8Array(file.rawPayload))
      if (typeof table === 'string') throw new Error(table)
      expect(table.records).toHaveLength(1)
      const codes = await readHere(new Uint8Array(file.rawPayload), { sheet: 'Códigos' })
      if (typeof codes === 'string') throw new Error(codes)
      expect([...codes.records].flatMap(({ cells }) => cells)).toContain(section === 'collects' ? 'FTTH' : 'Sim')
      const words = [...codes.records].map(({ cells }) => cells[codes.header.indexOf('TIPO_TECNOLOGIA')])
      expect(words.filter(Boolean)).toHaveLength(section === 'collects' ? kinds.length : 0)
      const parts = unzipSync(new Uint8Array(file.rawPayload))
      const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
      // A list beside each column that has one, as long as it is.
      const lists = [...sheet.matchAll(/<dataValidation\s[^>]*type="list"[\s\S]*?<\/dataValidation>/g)].map(
        ([list]) => list,
      )
      expect(lists).toHaveLength(codes.header.length)
      expect(lists.some(list => list.includes(`$${kinds.length + 1}<`))).toBe(
        ['collects', 'stations'].includes(section),
      )
      const help = await readHere(new Uint8Array(file.rawPayload), { sheet: 'Como preencher' })
      if (typeof help === 'string') throw new Error(help)
      expect(Object.fromEntries([...help.records].map(({ cells }) => [cells[0], cells[1]]))).toMatchObject(
        section === 'collects'
          ? {
              TIPO_MEIO: 'Sim',
              TIPO_ATENDIMENTO: 'Sim, menos em TVPA',
              TIPO_PRODUTO: 'Sim, menos em STFC e TVPA',
              TIPO_TECNOLOGIA: 'Sim, menos em STFC',
              VELOCIDADE: 'Sim, menos em STFC e TVPA',
              CNPJ: 'Não',
            }
          : {},
      )
      if (section !== 'clients') continue
      const sent = await world().app.inject({
        method: 'POST',
        url: `/api/v1/imports/arquivo?resource=${section}&name=modelo.xlsx`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        payload: file.rawPayload,
      })
      await settled()
      expect(await row(sent.json<{ data: { uuid: string } }>().data.uuid)).toMatchObject({
        state: 'falhou',
        error: 'O arquivo só tem o cabeçalho: não há o que importar.',
      })
    }
  })

  test('a workbook of several tabs is read by the one that is chosen', async () => {
    const [one, two] = [fresh(), fresh()]
    const workbook = await writeXlsx({
      sheets: [
        {
          name: 'Resumo',
          rows: [
            ['Mês', 'Total'],
            ['Outubro', 1],
          ],
        },
        {
          name: 'Clientes',
          rows: [
            ['Nome', 'CNPJ'],
            ['Da segunda aba', one],
            ['Também', two],
          ],
        },
        { name: 'Vazia', rows: [] },
      ],
    })
    const token = await world().enter('staffA', world().people.staffA)
    const sendTab = async (sheet: string) => {
      const sent = await world().app.inject({
        method: 'POST',
        url: `/api/v1/imports/arquivo?resource=clients&name=a.xlsx${sheet}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        payload: Buffer.from(workbook),
      })
      await settled()
      return { status: sent.statusCode, ...sent.json<{ data: { uuid: string }; errors?: object }>() }
    }
    const { data: first } = await sendTab('')
    expect(await preview(first.uuid)).toMatchObject({
      sheet: 'Resumo',
      sheets: ['Resumo', 'Clientes', 'Vazia'],
      rows: 1,
    })
    const choose = async (sheet: string) => {
      const { mapping } = await preview(first.uuid)
      const body = { mapping, mode: 'ambos', match_by: 'document', sheet }
      const reply = await call('PUT', `imports/${first.uuid}/preparar`, body)
      await settled()
      return reply
    }
    expect((await choose('Outra')).body.errors).toHaveProperty('sheet')
    await choose('Vazia')
    expect(await row(first.uuid)).toMatchObject({ state: 'falhou', error: 'A planilha está vazia.' })
    expect((await choose('Clientes')).status).toBe(200)
    expect(await preview(first.uuid)).toMatchObject({
      sheet: 'Clientes',
      mapping: { columns: { name: { from: 'coluna', text: 'Nome' }, document: { from: 'coluna', text: 'CNPJ' } } },
      counts: { criar: 2 },
      rows: 2,
    })
    expect(await row(first.uuid)).toMatchObject({ state: 'em-preparo' })
    await run(first.uuid, true)
    expect(await byDocument(two)).toMatchObject({ name: 'Também' })
    expect((await choose('Resumo')).status).toBe(409)
    // One tab is not another; the same one, again, is known.
    expect((await sendTab('&sheet=Clientes')).status).toBe(409)
    expect((await sendTab('&sheet=Nenhuma')).errors).toHaveProperty('file')
    const { data: other } = await sendTab('&sheet=Resumo')
    expect(await preview(other.uuid)).toMatchObject({ sheet: 'Resumo', rows: 1 })
  })
})
