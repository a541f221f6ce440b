import { sql } from 'kysely'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccessMapping } from '#features/collects/intake/asked.ts'
import type { Instructions, Preview } from '#features/collects/intake/intake.ts'
import { fistels } from '#features/fistels/fistels.ts'
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
