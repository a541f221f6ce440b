import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { keysAt } from '#features/regulatory/intake/mapping.ts'
import { fistelOf } from '#test/support/drafts.ts'
import { csv, importing, type ImportPreview } from '#test/support/importing.ts'
import { dataOf, rowsOf } from '#test/support/world.ts'

describe('spreadsheets that come in', () => {
  const { world, next, fresh, call, send, settled, preview, row, judged, prepare, run, refusedOf, byDocument } =
    importing()

  test('clients are judged before anything is written: what comes in, what changes, what is refused and why', async () => {
    const [there, new1] = [fresh(), fresh()]
    await world().make(clients, 'A1', { name: 'Provedor Antigo', document: there, client_users: [] })
    const before = await world().fingerprint()
    const uuid = await judged('clients', [
      ['Razão social', 'CNPJ', 'Telefone', 'Município', 'UF', 'Logradouro', 'Capital social', 'O que é isto'],
      ['Provedor Novo', new1, '(12) 3622-1234', 'Taubaté', 'SP', 'Rua A', '1.234,56', 'x'],
      ['Provedor Mudado', there, '', '', '', '', '', ''],
      ['Provedor Torto', '11.222.333/0001-82', '12', 'Cidade Nenhuma', 'SP', '', 'mil', ''],
      ['', fresh(), '', '', '', '', '', ''],
      ['Provedor Novo de novo', new1, '', '', '', '', '', ''],
    ])
    expect(await world().fingerprint()).not.toBe(before)
    const seen = await preview(uuid)
    expect(keysAt(seen.mapping, seen.header)).toEqual([
      'name',
      'document',
      'phone',
      'addresses.city',
      'addresses.uf',
      'addresses.address',
      'capital_social',
      null,
    ])
    expect(seen.data.map(({ verdict }) => verdict)).toEqual(['criar', 'atualizar', 'recusada', 'recusada', 'recusada'])
    expect(seen.data[0]?.changes).toContainEqual(['Município', '', 'Taubaté/SP'])
    expect(seen.data[1]?.changes).toEqual([['Razão social', 'Provedor Antigo', 'Provedor Mudado']])
    expect(seen.data[2]?.problems.map(({ column, rule }) => [column, rule])).toEqual([
      ['document', 'formato'],
      ['addresses.city', 'nao-existe'],
      ['capital_social', 'formato'],
    ])
    expect(seen.data[3]?.problems).toMatchObject([{ column: 'name', rule: 'vazio' }])
    expect(seen.data[4]?.problems).toMatchObject([{ rule: 'linha', message: 'Repete a linha 2. Deixe uma só.' }])
    expect(seen.groups.map(({ label }) => label)).toEqual(expect.arrayContaining(['CPF ou CNPJ', 'Município', 'Linha']))
    expect(await byDocument(new1)).toBeUndefined()
    expect((await preview(uuid, '?verdict=recusada')).data).toHaveLength(3)
    expect((await preview(uuid, '?problem=capital_social:formato')).data.map(each => each.row)).toEqual([4])

    // All or nothing is refused while something is refused; a cell is put right in place.
    expect(await call('PUT', `imports/${uuid}/importar`, { whole: true })).toMatchObject({
      status: 409,
      body: { message: 'Há 3 linhas por resolver. Corrija, ou importe só as boas.' },
    })
    const fix = (rows: number[], at: number, to: string) => call('PUT', `imports/${uuid}/corrigir`, { rows, at, to })
    await fix([4], 1, fresh())
    await fix([4], 2, '')
    await fix([4], 6, '')
    expect((await fix([5], 0, 'Provedor com Nome')).status).toBe(200)
    expect((await fix([6], 1, fresh())).status).toBe(200)
    const swapped = await call('PUT', `imports/${uuid}/corrigir`, { at: 3, from: 'Cidade Nenhuma', to: 'Ubatuba' })
    expect(swapped.body.message).toBe('1 linha corrigida.')
    expect((await preview(uuid)).counts).toEqual({ criar: 4, atualizar: 1 })

    expect((await run(uuid, true)).status).toBe(200)
    expect(await row(uuid)).toMatchObject({ state: 'concluido', created: 4, updated: 1, refused: 0, errors: [] })
    const made = await byDocument(new1)
    expect(dataOf(await call('GET', `clients/${made?.id}`))).toMatchObject({
      phone: '+551236221234',
      capital_social: 1234.56,
      addresses: [{ address: 'Rua A', city: { name: 'Taubaté/SP' } }],
    })
    expect((await byDocument(there))?.name).toBe('Provedor Mudado')
    const { rows: events } =
      await sql`select 1 from audit_events where request_id = ${uuid} and resource = 'clients'`.execute(world().db)
    expect(events).toHaveLength(5)
    // It is over: nothing of it changes any more, and the same file is known when it comes again.
    expect((await run(uuid)).status).toBe(409)
    expect((await fix([2], 0, 'Outro')).status).toBe(409)
  })

  test('all that is wrong with a row is told at once, what cannot be read and what does not fit', async () => {
    const there = fresh()
    const uuid = await judged('clients', [
      ['Razão social', 'CNPJ', 'Data de abertura', 'Capital social'],
      ['', fresh(), 'ontem', 'mil'],
      ['Com tudo', there, '', ''],
      ['x'.repeat(161), '123', '', ''],
      ['Com tudo, de novo', there, 'ontem', ''],
      ['', fresh(), '', ''],
    ])
    const { data, groups } = await preview(uuid)
    expect(data.map(({ problems }) => problems.map(({ column, rule }) => `${column}:${rule}`))).toEqual([
      ['opening_data:formato', 'capital_social:formato', 'name:vazio'],
      // What is wrong with the one that repeats it is no matter of its own.
      [],
      ['document:formato', 'name:limite'],
      ['opening_data:formato', 'null:linha'],
      ['name:vazio'],
    ])
    expect(data[1]?.verdict).toBe('criar')
    expect(groups.map(({ label, rule, rows, first, last }) => [label, rule, rows, first, last])).toEqual([
      ['Razão social', 'vazio', 2, 2, 6],
      ['Data de abertura', 'formato', 2, 2, 5],
      ['Capital social (R$)', 'formato', 1, 2, 2],
      ['CPF ou CNPJ', 'formato', 1, 4, 4],
      ['Razão social', 'limite', 1, 4, 4],
      ['Linha', 'linha', 1, 5, 5],
    ])
    // A row known by what was not read may be there already: of what the file does not bring nothing is asked.
    const unread = await judged('clients', [
      ['CNPJ', 'Telefone'],
      ['123', '(12) 3622-1234'],
    ])
    expect((await preview(unread)).data[0]?.problems).toMatchObject([{ column: 'document' }])
  })

  test('fistels find their client and service by code or name, and are created only or updated only', async () => {
    const document = fresh()
    const { id } = await world().make(clients, 'A1', { name: 'Dono dos Fistéis', document, client_users: [] })
    const [old, young] = [fistelOf(next()), fistelOf(next())]
    await world().make(fistels, 'A1', { fistel: old, client_id: id, active_anatel: true })
    const uuid = await judged('fistels', [
      ['FISTEL', 'Cliente', 'Serviço', 'Ativo na Anatel'],
      [old, 'dono dos fisteis', '045', 'N'],
      [young, document, 'SCM', 'sim'],
      [fistelOf(next()), 'Ninguém', '999', 'talvez'],
    ])
    expect((await preview(uuid)).counts).toEqual({ atualizar: 1, criar: 1, recusada: 1 })
    await prepare(uuid, 'criar', 'fistel')
    expect((await preview(uuid)).data.map(each => each.problems[0]?.rule)).toEqual([
      'ja-existe',
      undefined,
      'nao-existe',
    ])
    await prepare(uuid, 'atualizar', 'fistel')
    expect((await preview(uuid)).data.map(each => each.problems[0]?.rule)).toEqual([
      undefined,
      'nao-encontrado',
      'nao-existe',
    ])
    await prepare(uuid, 'ambos', 'fistel')
    await run(uuid)
    const kept = rowsOf(await call('GET', `fistels?filter[client_id]=${id}&sort=fistel`))
    expect(kept.map(each => [each.fistel, each.active_anatel])).toEqual(
      [
        [old, false],
        [young, true],
      ].toSorted(),
    )
    // The rows that did not come in are a file that comes in again.
    const titles = ['FISTEL', 'Cliente', 'Serviço', 'Ativo na Anatel', 'Erro']
    const table = await refusedOf(uuid)
    const [out] = table.records
    expect(table.header).toEqual(titles)
    expect(out.cells.at(-1)).toContain('Escreva Sim ou Não.')
    expect(await row(uuid)).toMatchObject({ refused: 1, errors: [{ row: 4 }, { row: 4 }, { row: 4 }] })
    // Half put right, it is refused for the rest, beside what was wrong before; then it comes in.
    const [number = ''] = out.cells
    const half = await judged('fistels', [table.header, [number, document, '045', ...out.cells.slice(3)]])
    expect((await preview(half)).data[0]?.problems).toMatchObject([{ column: 'active_anatel', rule: 'formato' }])
    const rest = await refusedOf(half)
    expect(rest.header).toEqual(titles)
    expect(rest.records[0].cells.slice(3)).toEqual(['talvez', 'Escreva Sim ou Não.'])
    const right = await judged('fistels', [rest.header, [number, document, '045', 'sim', 'Escreva Sim ou Não.']])
    await run(right, true)
    expect(await row(right)).toMatchObject({ state: 'concluido', created: 1, refused: 0 })
    expect(rowsOf(await call('GET', `fistels?filter[client_id]=${id}`)).map(each => each.fistel)).toContain(number)
  })

  test('stations come with their place, in degrees or in decimals', async () => {
    const document = fresh()
    await world().make(clients, 'A1', { name: 'Dono das Torres', document, client_users: [] })
    const number = String(next())
    const uuid = await judged('stations', [
      [
        'Nome',
        'Cliente',
        'Número da estação',
        'Meio',
        'Tecnologia',
        'Código IBGE',
        'Latitude',
        'Longitude',
        'É virtual',
      ],
      ['Torre Um', document, number, 'fibra', 'FTTH', '3554102', '-23,026389', `"45°33'19,00"" W"`, 'não'],
      ['Torre Dois', document, '', 'radio', '', '355410', '-123', '', 'x'],
      ['Torre Três', document, '', 'radio', '', 'Bom Jesus', '', '', ''],
    ])
    const { data } = await preview(uuid)
    expect(data[0]?.verdict).toBe('criar')
    expect(data[1]?.problems.map(({ column }) => column)).toEqual(['address.city', 'address.lat'])
    // Said as the upload of a coleta says it.
    expect(data[1]?.problems[0]?.message).toBe('Falta o último dígito: Taubaté/SP é 3554102.')
    expect(data[2]?.problems[0]?.message).toMatch(/^Há mais de um município com este nome: .*Diga qual\.$/)
    await run(uuid)
    const [made] = rowsOf(await call('GET', `stations?filter[station_number]=${number}`))
    expect(dataOf(await call('GET', `stations/${made?.id}`))).toMatchObject({
      is_virtual: false,
      attendance_middle: { name: expect.any(String) },
      address: [{ lat: -23.026389, lng: -45.555278, city: { name: 'Taubaté/SP' } }],
    })
    const twice = await judged('stations', [
      ['Número da estação', 'Nome', 'Latitude', 'CNPJ'],
      [number, 'Torre Um', '-23,03', document],
    ])
    expect((await preview(twice)).data[0]?.changes).toEqual([['Latitude', '-23,026389', '-23,03']])
    await run(twice)
    expect(dataOf(await call('GET', `stations/${made?.id}`))).toMatchObject({
      address: [{ lat: -23.03, lng: -45.555278, city: { name: 'Taubaté/SP' } }],
    })
  })

  test('rows of another company are neither seen nor touched', async () => {
    const document = fresh()
    const other = await world().make(clients, 'B1', { name: 'zzB1zz de outra casa', document, client_users: [] })
    const uuid = await judged('fistels', [
      ['Fistel', 'Cliente', 'Tipo de serviço'],
      [fistelOf(next()), document, '045'],
      [fistelOf(next()), 'zzB1zz de outra casa', '045'],
    ])
    const reply = await call('GET', `imports/${uuid}/conferencia`)
    expect((reply.body.data as ImportPreview).counts).toEqual({ recusada: 2 })
    const made = await judged('clients', [
      ['Nome', 'CNPJ'],
      ['O mesmo CNPJ, desta casa', document],
      ['Pelo código dos outros', fresh()],
    ])
    await run(made)
    expect(await byDocument(document)).toMatchObject({ name: 'O mesmo CNPJ, desta casa' })
    expect(dataOf(await call('GET', `clients/${other.id}`, undefined, 'superAdmin')).name).toBe('zzB1zz de outra casa')
    const coded = await judged('clients', [
      ['Código', 'Nome', 'CNPJ'],
      [other.id, 'Tomado', fresh()],
    ])
    await prepare(coded, 'atualizar', 'id')
    expect((await preview(coded)).data[0]?.problems[0]?.rule).toBe('nao-encontrado')
    // Another company's people do not see the import either.
    expect((await call('GET', `imports/${uuid}`, undefined, 'staffB')).status).toBe(404)
    expect((await call('GET', `imports/${uuid}/conferencia`, undefined, 'staffB')).status).toBe(404)
  })

  test('bad files, unknown sections and the same file twice are refused in words', async () => {
    const lines = csv([
      ['Nome', 'CNPJ'],
      ['Duas vezes', fresh()],
    ])
    expect((await send('plans', lines)).body.errors).toHaveProperty('resource')
    expect((await send('clients', '')).status).toBe(422)
    expect((await send('clients', '%PDF-1.7 x')).body.errors?.file?.[0]).toContain('PDF')
    expect((await send('clients', 'Nome;CNPJ')).body.errors).toHaveProperty('file')
    const uuid = await judged('clients', lines)
    const twin = await send('clients', lines)
    expect(twin).toMatchObject({ status: 409, body: { data: { twin: uuid } } })
    expect(twin.body.message).toMatch(/^Este mesmo arquivo já está em conferência: chegou em /)
    expect((await send('clients', lines, { more: '&again=true' })).status).toBe(201)
    await settled()
    expect((await call('PUT', `imports/${uuid}/cancelar`, {})).status).toBe(200)
    expect(await row(uuid)).toMatchObject({ state: 'cancelado' })
    expect((await call('GET', `imports/${uuid}/arquivo`)).text).toContain('Duas vezes')
    const workbook = await writeXlsx({
      sheets: [
        {
          name: 'Plan1',
          rows: [
            ['Nome', 'CNPJ'],
            ['De planilha', Number(fresh())],
          ],
        },
      ],
    })
    const token = await world().enter('staffA', world().people.staffA)
    const sent = await world().app.inject({
      method: 'POST',
      url: '/api/v1/imports/arquivo?resource=clients&name=a.xlsx',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      payload: Buffer.from(workbook),
    })
    await settled()
    expect((await preview(sent.json<{ data: { uuid: string } }>().data.uuid)).counts).toEqual({ criar: 1 })
  })
})
