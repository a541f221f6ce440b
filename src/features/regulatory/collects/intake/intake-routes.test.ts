import { sql } from 'kysely'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccessMapping } from '#features/regulatory/collects/intake/asked.ts'
import type { Instructions, Preview } from '#features/regulatory/collects/intake/intake.ts'
import { openIn } from '#features/regulatory/collects/intake/evidence/questions.ts'
import { rejectedFile } from '#features/regulatory/collects/intake/rejected.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { dataOf, openWorld, rowsOf, type Owner, type World } from '#test/support/world.ts'

const text = (...rows: string[]) =>
  ['Contrato;Cidade;UF;Tipo Pessoa;Zona;Conexão;Tecnologia;Plano', ...rows].join('\r\n')
const row = (plan: string, kind = 'Fibra Óptica') => `1;Taubaté;SP;Física;Urbana;${kind};GPON;${plan}`
const erp = Buffer.from(text(row('300 Mega'), row('300MB'), row('Turbo')))

/** A form as a browser sends it. */
async function form(file: Buffer, told: Partial<Instructions> = {}, name = 'contratos.csv') {
  const given = new FormData()
  given.append('file', new Blob([Uint8Array.from(file)]), name)
  given.append('instructions', JSON.stringify(told))
  const sent = new Response(given)
  return {
    body: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
  }
}

describe('taking in the files of a provider', () => {
  let world: World
  let system: number
  let year = 2000
  const made = new Map<Owner, { client: number; fistel: number }>()

  beforeAll(async () => {
    world = await openWorld()
    system = dataOf(await world.call('superAdmin', 'POST', 'client-systems', { body: { name: 'IXC de teste' } })).id
    const { rows } = await sql<{ id: number }>`select id from service_types where term = '045'`.execute(world.db)
    for (const owner of ['A1', 'A2', 'B1'] as const) {
      const client = world.target('clients', owner)?.id ?? 0
      await sql`update clients set client_system_id = ${system} where id = ${client}`.execute(world.db)
      const fistel = await world.make(fistels, owner, { client_id: client, service_type_id: rows[0]?.id })
      made.set(owner, { client, fistel: fistel.id })
    }
  })
  afterAll(() => world.close())

  const start = async (owner: Owner = 'A1') => {
    const { client = 0, fistel = 0 } = made.get(owner) ?? {}
    const body = { client_id: client, fistel_id: fistel, year: ++year, month: 1 }
    return dataOf(await world.call('superAdmin', 'POST', 'collects', { body })).uuid
  }
  const preview = async (who: string, uuid: string, file: Buffer, told: Partial<Instructions> = {}) => {
    const answer = await world.call(who, 'POST', `collects/${uuid}/preview`, await form(file, told))
    const data: Preview = Object(answer.body.data)
    return { ...answer, data }
  }
  const keep = async (who: string, uuid: string, file: Buffer, told: Partial<Instructions> = {}, query = '') =>
    world.call(who, 'POST', `collects/${uuid}/upload${query}`, await form(file, told))
  const learnt = async (who: string) =>
    rowsOf(await world.call(who, 'GET', 'mappings')).filter(({ name }) => name === 'Arquivo do IXC de teste')
  const agreed = (given: AccessMapping | undefined): AccessMapping => {
    if (!given) throw new Error('nothing to agree to')
    return { ...given, values: [...given.values, { column: 'VELOCIDADE', from: 'Turbo', to: '600' }] }
  }

  test('asks of a new file what each column is, learns it as the file is kept, and asks no more', async () => {
    const uuid = await start()
    const first = await preview('staffA', uuid, erp)
    expect(first.data).toMatchObject({ fatal: null, columns: { confirmed: false, missing: [] }, before: null })
    expect((await keep('staffA', uuid, erp)).body.message).toMatch(/campos que precisam/)
    const mapping = agreed(first.data.columns?.mapping)
    const kept = await keep('staffA', uuid, erp, { mapping })
    expect(kept.body.message).toBe('3 linhas do arquivo na coleta.')
    expect(await world.auditsOf(kept.headers['x-request-id'])).toEqual(['collects.update', 'mappings.store'])

    const next = await start()
    const again = await preview('staffA', next, erp)
    expect(again.data).toMatchObject({
      columns: { confirmed: true, remembered: { name: 'Arquivo do IXC de teste' } },
      summary: { refused: 0, accesses: 3 },
    })
    expect((await keep('staffA', next, erp)).status).toBe(200)
    expect(await learnt('superAdmin')).toHaveLength(1)
  })

  test('uses for one client what another of the same system and company taught, and shows neither to the other', async () => {
    const uuid = await start('A2')
    const { data } = await preview('staffA', uuid, erp)
    expect(data).toMatchObject({
      columns: { confirmed: false, remembered: { uuid: null, name: null }, mapping: { values: [] } },
    })
    const other = await start('B1')
    expect((await preview('staffB', other, erp)).data).toMatchObject({
      columns: { confirmed: false, remembered: null },
    })
    expect(await learnt('clientB')).toEqual([])
    expect(await learnt('staffB')).toEqual([])
  })

  test('lets people of a client do all of it with their own coleta, and forget what was learnt from them alone', async () => {
    const uuid = await start()
    const { data } = await preview('clientA', uuid, erp)
    const mapping = { ...agreed(data.columns?.mapping), kbps: true }
    expect((await keep('clientA', uuid, erp, { mapping })).status).toBe(200)
    const [own] = await learnt('clientA')
    expect(dataOf(await world.call('clientA', 'GET', `mappings/${own?.uuid}`))).toMatchObject({ kbps: true })
    expect((await world.call('clientB', 'DELETE', `mappings/${own?.uuid}`)).status).toBe(404)
    expect((await world.call('clientB', 'POST', `collects/${uuid}/preview`, await form(erp))).status).toBe(404)
    expect((await world.call('clientA', 'DELETE', `mappings/${own?.uuid}`)).status).toBe(200)
    expect((await preview('clientA', uuid, erp)).data.columns).toMatchObject({ confirmed: false })
  })

  test('takes the file with its corrections in one request; what is refused stays out only when told', async () => {
    const uuid = await start()
    const file = Buffer.from(text(row('300 Mega'), row('x'), row('y')))
    const mapping = (await preview('staffA', uuid, file)).data.columns?.mapping ?? null
    const edits = [{ line: 3, column: 'VELOCIDADE', value: '1 Giga' }] as const
    expect((await preview('staffA', uuid, file, { mapping, edits })).data.summary).toMatchObject({
      refused: 1,
      accesses: 2,
    })
    expect((await keep('staffA', uuid, file, { mapping, edits })).status).toBe(422)
    expect((await keep('staffA', uuid, file, { mapping, edits }, '?refused=skip')).status).toBe(200)
    const { locations } = dataOf(await world.call('staffA', 'GET', `collects/${uuid}`))
    expect(locations).toMatchObject([
      {
        accesses_ordered: [
          { speed: 300, amount: 1 },
          { speed: 1000, amount: 1 },
        ],
      },
    ])
  })

  test('recognises the same file on the same coleta, and says who brought it and when', async () => {
    const uuid = await start()
    const mapping = agreed((await preview('staffA', uuid, erp)).data.columns?.mapping)
    await keep('staffA', uuid, erp, { mapping })
    expect((await preview('staffA', uuid, erp)).data.before).toMatchObject({
      name: 'contratos.csv',
      user: { name: 'zzAzz staffA' },
    })
    expect((await preview('staffA', await start(), erp)).data.before).toBeNull()
    const again = await keep('staffA', uuid, erp)
    expect(again.status).toBe(200)
    const came = { name: 'contratos.csv', rows: 3, accesses: 3, user: { name: 'zzAzz staffA' } }
    expect(dataOf(await world.call('staffA', 'GET', `collects/${uuid}`))).toMatchObject({ takings: [came, came] })
  })

  describe('adding a file to what the coleta has', () => {
    const contract = (id: number, plan: string, town = 'Taubaté') =>
      `${id};${town};SP;Física;Urbana;Fibra Óptica;GPON;${plan}`
    const add = { entrada: 'somar' }
    /** A coleta with two of the three rows of a file, and the file of the one that was refused. */
    const partly = async () => {
      const uuid = await start()
      const file = Buffer.from(text(contract(1, '300 Mega'), contract(2, '300 Mega'), contract(3, 'x')))
      const mapping = (await preview('staffA', uuid, file)).data.columns?.mapping ?? null
      expect((await keep('staffA', uuid, file, { mapping }, '?refused=skip')).status).toBe(200)
      const { data } = await preview('staffA', uuid, file, { mapping })
      return { uuid, file, mapping, refused: rejectedFile(data) }
    }
    const amounts = async (uuid: string) =>
      Object(dataOf(await world.call('staffA', 'GET', `collects/${uuid}`))).locations.flatMap(
        ({ accesses_ordered: lines }: { accesses_ordered: { amount: number }[] }) => lines.map(({ amount }) => amount),
      )
    const openOf = ({ data }: { data: Preview }) => openIn(data.questions).map(({ key }) => key)

    test('asks of the refused rows, corrected, whether they are added, and adds them to the same lines', async () => {
      const { uuid, mapping, refused } = await partly()
      const mended = Buffer.from(refused.replace(';x;', ';300 Mega;'))
      const first = await preview('staffA', uuid, mended, { mapping })
      expect(openOf(first)).toEqual(['entrada'])
      expect(first.data.questions[0]?.choices.map(({ label }) => label)).toEqual([
        'Somar às linhas da coleta: ficam 3 acessos',
        'Trocar: ficam 1 acesso',
      ])
      expect((await keep('staffA', uuid, mended, { mapping })).status).toBe(422)
      expect(await amounts(uuid)).toEqual([2])
      const kept = await keep('staffA', uuid, mended, { mapping, answers: add })
      expect(kept.body.message).toBe('1 linha do arquivo na coleta, que agora tem 3 acessos.')
      expect(await amounts(uuid)).toEqual([3])
      expect(dataOf(await world.call('staffA', 'GET', `collects/${uuid}`))).toMatchObject({
        takings: [{ added: false }, { added: true }],
      })
    })

    test('recognises what is added twice: the same file, the same contracts in other bytes, the whole file again', async () => {
      const { uuid, mapping, refused, file } = await partly()
      const mended = refused.replace(';x;', ';300 Mega;')
      await keep('staffA', uuid, Buffer.from(mended), { mapping, answers: add })
      const again = await preview('staffA', uuid, Buffer.from(mended), { mapping, answers: add })
      expect(openOf(again)).toEqual(['mesmo-arquivo', 'contratos'])
      const saved = await preview('staffA', uuid, Buffer.from(mended.replaceAll('\r\n', '\n')), {
        mapping,
        answers: add,
      })
      expect(openOf(saved)).toEqual(['contratos'])
      expect((await keep('staffA', uuid, Buffer.from(mended), { mapping, answers: add })).status).toBe(422)
      // Of the whole file, sent with one contract more, those that came in stay out.
      const whole = Buffer.from(file.toString().replace(';x', ';300 Mega') + `\r\n${contract(4, '300 Mega')}`)
      const answers = { ...add, contratos: 'fora' }
      const told = await preview('staffA', uuid, whole, { mapping, answers })
      expect(told.data).toMatchObject({
        summary: { accesses: 1 },
        leftOut: [{ reason: 'Contrato que já está na coleta', rows: 3, accesses: 3 }],
      })
      expect((await keep('staffA', uuid, whole, { mapping, answers })).status).toBe(200)
      expect(await amounts(uuid)).toEqual([4])
    })

    test('recognises records that came before, where the file tells no contracts', async () => {
      const uuid = await start()
      const head = 'Cidade;UF;Tipo Pessoa;Zona;Conexão;Tecnologia;Plano;Acessos'
      const part = (town: string, n: number) => `${head}\r\n${town};SP;Física;Urbana;Fibra Óptica;GPON;300 Mega;${n}`
      const [one, two] = [Buffer.from(part('Taubaté', 10)), Buffer.from(part('Mogi Mirim', 5))]
      const { columns } = (await preview('staffA', uuid, one)).data
      const mapping = columns && {
        ...columns.mapping,
        columns: { ...columns.mapping.columns, ACESSOS: { from: 'coluna', text: 'Acessos' } as const },
      }
      expect((await keep('staffA', uuid, one, { mapping })).status).toBe(200)
      // Another town alone may be another part of the month.
      expect(openOf(await preview('staffA', uuid, two, { mapping }))).toEqual(['entrada'])
      expect((await keep('staffA', uuid, two, { mapping, answers: add })).status).toBe(200)
      expect((await amounts(uuid)).toSorted()).toEqual([10, 5])
      const same = Buffer.from(`${part('Mogi Mirim', 5)}\n`)
      expect(openOf(await preview('staffA', uuid, same, { mapping, answers: add }))).toEqual(['iguais:1'])
      expect((await keep('staffA', uuid, same, { mapping, answers: { ...add, 'iguais:1': 'sim' } })).status).toBe(200)
      expect((await amounts(uuid)).toSorted()).toEqual([10, 10])
    })

    test('adds nothing to what changed meanwhile, to a closed coleta, or to what is set aside', async () => {
      const { uuid, mapping } = await partly()
      const file = (id: number) => Buffer.from(text(contract(id, '300 Mega')))
      const sent = await Promise.all([5, 6, 7].map(id => keep('staffA', uuid, file(id), { mapping, answers: add })))
      const done = sent.filter(({ status }) => status === 200).length
      expect(done).toBeGreaterThan(0)
      expect(sent.every(({ status }) => status === 200 || status === 412)).toBe(true)
      expect(await amounts(uuid)).toEqual([2 + done])
      await sql`update collects_locations_accesses_ordered set active = false where parent_id in (
        select l.id from collects_locations l join collects c on c.id = l.parent_id where c.uuid = ${uuid})`.execute(
        world.db,
      )
      // With no access that counts there is nothing to add to.
      expect((await preview('staffA', uuid, file(8), { mapping })).data.questions).toEqual([])
      await sql`update collects_locations_accesses_ordered set active = true, amount = 99999999 where parent_id in (
        select l.id from collects_locations l join collects c on c.id = l.parent_id where c.uuid = ${uuid})`.execute(
        world.db,
      )
      const over = await keep('staffA', uuid, file(8), { mapping, answers: add })
      expect(over.status).toBe(422)
      expect(JSON.stringify(over.body.errors)).toContain('passam de 8 dígitos')
      await sql`update collects_locations_accesses_ordered set amount = 2 where amount = 99999999`.execute(world.db)
      await sql`update collects set status_id = (select id from statuses where slug = 'enviada' and model = 'Collect' limit 1)
        where uuid = ${uuid}`.execute(world.db)
      expect((await keep('staffA', uuid, file(9), { mapping, answers: add })).status).toBe(409)
    })
  })

  test('reads a workbook in a process apart, judged like the text', async () => {
    const rows = erp
      .toString()
      .split('\r\n')
      .map(line => line.split(';'))
    const file = Buffer.from(await writeXlsx({ sheets: [{ name: 'Contratos', rows }] }))
    const { data } = await preview('staffA', await start(), file)
    expect(data).toMatchObject({ facts: { kind: 'xlsx', sheet: 'Contratos' }, columns: { confirmed: true } })
  })

  test.each([
    [
      'a form without a file',
      async () => ({ body: Buffer.from('--x--\r\n'), headers: { 'content-type': 'multipart/form-data; boundary=x' } }),
      'file',
    ],
    ['a form cut short', async () => ({ ...(await form(erp)), body: Buffer.from('--x\r\n') }), 'file'],
    ['instructions that are none', () => form(erp, Object({ edits: 'x' })), 'instructions'],
    [
      'a correction of no column',
      () => form(erp, Object({ edits: [{ line: 2, column: 'NADA', value: '1' }] })),
      'instructions',
    ],
  ])('refuses %s', async (_, given, field) => {
    const answer = await world.call('staffA', 'POST', `collects/${await start()}/preview`, await given())
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field])
  })
})
