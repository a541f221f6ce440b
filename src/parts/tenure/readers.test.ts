import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prospects } from '#features/clients/clients/prospects.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { dayIn } from '#kernel/clock.ts'
import { firstDay, lastDay, next, periodOf, shift, type Period } from '#parts/period/period.ts'
import { cnpj } from '#test/support/drafts.ts'
import { makeProvider } from '#test/support/provider.ts'
import { dataOf, openWorld, type Target, type World } from '#test/support/world.ts'

const today = dayIn(new Date()).day
const long = '2020-01-10'
/** The month a fistel leaves in, and one long enough before it. */
const left = shift(periodOf(today), -4)
const monthKey = ({ year, month }: Period) => `${year}-${String(month).padStart(2, '0')}`

interface Held {
  readonly client: Target
  readonly fistel: Target
}
interface Owed {
  readonly client: { readonly name: string }
  readonly lapsed: string | null
}

describe('a tenure', () => {
  let world: World
  let scm = 0
  let n = 4_000_000
  beforeAll(async () => {
    world = await openWorld()
    const { rows } = await sql<{ id: number }>`select id from service_types where term = '045'`.execute(world.db)
    scm = rows[0]?.id ?? 0
  })
  afterAll(() => world?.close())

  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    world.call('staffA', method, path, body === undefined ? {} : { body })
  const read = async (path: string) => (await call('GET', path)).body
  const provider = (name: string, more: object = {}): Promise<Held> =>
    makeProvider(world, { name, document: cnpj(++n), tax_regime_id: null, ...more })
  const stretches = async ({ fistel }: Held) => {
    const { rows } = await sql<{ since: string; until: string | null }>`
      select since::text, until::text from fistel_tenures where fistel_id = ${fistel.id} order by since`.execute(
      world.db,
    )
    return rows.map(({ since, until }) => [since, until])
  }
  const begin = ({ fistel }: Held, since = long) =>
    sql`update fistel_tenures set since = ${since} where fistel_id = ${fistel.id}`.execute(world.db)
  const put = async (what: string, { uuid }: Target, body: object) =>
    expect((await call('PUT', `${what}/${uuid}`, body)).status).toBe(200)
  const turn = async (what: string, { id }: Target, to: 'enable' | 'disable') =>
    expect((await call('PUT', `${what}/${to}`, { ids: [id] })).status).toBe(200)
  /** As if it had been put out of use that day. */
  const leave = async (of: Held, day: string) => {
    await turn('fistels', of.fistel, 'disable')
    await sql`update fistel_tenures set until = ${day} where fistel_id = ${of.fistel.id}`.execute(world.db)
  }

  test('begins when a fistel is registered in use, and what is edited later moves none of its days', async () => {
    const of = await provider('Posse que Começa')
    expect(await stretches(of)).toEqual([[today, null]])
    await begin(of)
    await put('fistels', of.fistel, { show_for_client: false })
    await put('clients', of.client, { phone_name: 'Rui' })
    expect(await stretches(of)).toEqual([[long, null]])
    await turn('fistels', of.fistel, 'disable')
    await turn('clients', of.client, 'disable')
    expect(await stretches(of)).toEqual([[long, today]])
    // One is back, the other is not.
    await turn('fistels', of.fistel, 'enable')
    expect(await stretches(of)).toEqual([[long, today]])
  })

  test('out and back on one day is a mistake put right; later, it is another stretch', async () => {
    const of = await provider('Posse que Volta')
    await begin(of)
    await put('fistels', of.fistel, { active_anatel: false })
    expect(await stretches(of)).toEqual([[long, today]])
    await put('fistels', of.fistel, { active_anatel: true })
    expect(await stretches(of)).toEqual([[long, null]])
    await leave(of, '2021-05-03')
    await turn('fistels', of.fistel, 'enable')
    expect(await stretches(of)).toEqual([
      [long, '2021-05-03'],
      [today, null],
    ])
    await turn('fistels', of.fistel, 'disable')
    expect(await stretches(of), 'nor was it ever in use again').toEqual([[long, '2021-05-03']])
  })

  test('a prospect’s fistel is not held until they are a client; who is closed holds none', async () => {
    const prospect = await world.make(prospects, 'A1', { name: 'Posse do Prospecto', document: cnpj(++n) })
    const fistel = await world.make(fistels, 'A1', {
      client_id: world.target('clients', 'A1')?.id,
      service_type_id: scm,
    })
    await sql`delete from fistel_tenures where fistel_id = ${fistel.id}`.execute(world.db)
    await sql`update fistels set client_id = ${prospect.id} where id = ${fistel.id}`.execute(world.db)
    expect(await stretches({ client: prospect, fistel })).toEqual([])
    expect((await call('PUT', `prospectos/${prospect.uuid}/converter-em-cliente`)).status).toBe(200)
    expect(await stretches({ client: prospect, fistel })).toEqual([[today, null]])
    await begin({ client: prospect, fistel })
    const { rows } = await sql<{ id: number }>`
      select id from statuses where model = 'Client' and slug = 'encerrado'`.execute(world.db)
    await put('clients', prospect, { status_id: rows[0]?.id })
    expect(await stretches({ client: prospect, fistel })).toEqual([[long, today]])
  })

  test('of client and fistel turned at the same moment, what stands at the end is told', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, (_, i) => provider(`Posse ao Mesmo Tempo ${i}`)))
    for (const of of many) await begin(of)
    for (const { fistel } of many) await turn('fistels', fistel, 'disable')
    for (const { fistel } of many)
      await sql`update fistel_tenures set until = '2021-05-03' where fistel_id = ${fistel.id}`.execute(world.db)
    await Promise.all(
      many.flatMap(({ client, fistel }) => [turn('fistels', fistel, 'enable'), turn('clients', client, 'disable')]),
    )
    for (const of of many) expect((await stretches(of)).every(([, until]) => until !== null)).toBe(true)
  })

  /** What the five readers of who owes what say of a client in a month. */
  async function said({ client }: Held, month: Period) {
    const query = `year=${month.year}&month=${month.month}`
    const name = dataOf(await call('GET', `clients/${client.uuid}`)).name
    const of = (rows: unknown) => (rows as readonly Owed[]).find(each => each.client.name === name)
    const due = `from=${firstDay(next(month))}&to=${lastDay(next(month))}`
    const semester = month.month <= 6 ? 1 : 2
    const year = of((await read(`collects/quadro/meses?${query}`)).data) as
      | (Owed & { readonly cells: readonly { readonly outcome: string }[] })
      | undefined
    const obligation = of(
      (await read(`obligations?${due}&client=${client.uuid}&obligation=acessos&period=${monthKey(month)}`)).data,
    )
    const economic = of((await read(`collects/semestres?year=${month.year}&semester=${semester}`)).data)
    const { gaps } = (await read(`collects/semestre?client=${client.uuid}&year=${month.year}&semester=${semester}`))
      .data as { readonly gaps: readonly { readonly month: Period; readonly missing: boolean }[] }
    const papers = await read(`clients/${client.uuid}/pending-documents`)
    const board = of((await read(`collects/quadro?${query}`)).data)
    return {
      board: board !== undefined,
      year: (year?.cells.at(-1)?.outcome ?? 'nao-esperada') !== 'nao-esperada',
      obligations: obligation !== undefined,
      semester: gaps.some(gap => gap.missing && gap.month.year === month.year && gap.month.month === month.month),
      papers: papers.left === false,
      lapsed: [board, year, obligation, economic].map(row => row?.lapsed ?? null),
    }
  }
  const all = { board: true, year: true, obligations: true, semester: true }
  const none = { board: false, year: false, obligations: false, semester: false }

  test('who was put out of use owes the months until then to every reader, and none after', async () => {
    const of = await provider('Posse que Acaba')
    await begin(of)
    await leave(of, `${monthKey(left)}-10`)
    expect(await said(of, shift(left, -1))).toMatchObject({ ...all, papers: false })
    expect(await said(of, left)).toMatchObject({ ...all, papers: false })
    expect(await said(of, next(left))).toMatchObject(none)
    // What is edited now tells nothing of when they left.
    await put('clients', of.client, { phone_name: 'Marta' })
    expect(await said(of, next(left))).toMatchObject(none)
  })

  test('who came owes what was still to be filed to every reader, and nothing before', async () => {
    const of = await provider('Posse que Chega')
    await begin(of, `${monthKey(left)}-16`)
    expect(await said(of, shift(left, -1))).toMatchObject({ ...none, papers: true })
    expect(await said(of, left)).toMatchObject({ ...all, papers: true })
    await begin(of, `${monthKey(left)}-15`)
    expect(await said(of, shift(left, -1))).toMatchObject(all)
  })

  test('a contract that is over is shown by every reader, and ends nothing', async () => {
    const ended = `${monthKey(shift(left, -2))}-20`
    const of = await provider('Posse sem Contrato', { contract_due_date: ended })
    await begin(of)
    expect(await said(of, left)).toEqual({ ...all, papers: true, lapsed: Array.from({ length: 4 }, () => ended) })
    const going = await provider('Posse com Contrato', { contract_due_date: today })
    await begin(going)
    expect((await said(going, left)).lapsed).toEqual([null, null, null, null])
  })
})
