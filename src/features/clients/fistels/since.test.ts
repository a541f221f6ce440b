import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { collecting, dueDay, firstDay, isLate, label, previous, shift, type Period } from '#parts/period/period.ts'
import { firstMonth } from '#parts/tenure/tenure.ts'
import { cnpj } from '#test/support/drafts.ts'
import { makeProvider } from '#test/support/provider.ts'
import { dataOf, openWorld, rowsOf, type Target, type World } from '#test/support/world.ts'

const today = dayIn(new Date()).day
const month = collecting(today)

describe('since when the office files for a fistel', () => {
  let world: World
  let n = 7_670_000
  beforeAll(async () => {
    world = await openWorld()
    // Nobody but those who come.
    await sql`update fistels set active = false`.execute(world.db)
    await sql`delete from fistel_tenures`.execute(world.db)
    await sql`update collects set deleted_at = now()`.execute(world.db)
  })
  afterAll(() => world?.close())

  const put = (fistel: Target, body: object, who = 'superAdmin') =>
    world.call(who, 'PUT', `fistels/${fistel.uuid}`, { body })
  const read = async (fistel: Target) => dataOf(await world.call('superAdmin', 'GET', `fistels/${fistel.uuid}`))
  const stretches = async ({ id }: Target) => {
    const { rows } = await sql<{ since: string; until: string | null }>`
      select since::text, until::text from fistel_tenures where fistel_id = ${id} order by since`.execute(world.db)
    return rows.map(({ since, until }) => [since, until])
  }
  const board = async ({ year, month: of }: Period) => {
    const reply = await world.call('superAdmin', 'GET', `collects/quadro?year=${year}&month=${of}`)
    expect(reply.status).toBe(200)
    const rows: readonly { readonly fistel: { readonly id: number } }[] = Object(reply.body.data)
    return { data: rows, begins: reply.body.begins }
  }
  const owed = async (fistel: Target, of: Period) => (await board(of)).data.some(row => row.fistel.id === fistel.id)
  const provider = async (name: string) =>
    (await makeProvider(world, { name, document: cnpj(++n), tax_regime_id: null })).fistel

  test('a board before the first month says when they came in and which month is their first', async () => {
    const fistel = await provider('Provedor que Entrou')
    const [early, late] = [dayAfter(dueDay(month), 1), dayAfter(dueDay(month), 5)]
    expect((await put(fistel, { since: early })).status).toBe(200)
    expect((await board(month)).begins).toEqual({ month: firstMonth(early), since: early, together: true })
    expect(label(firstMonth(early))).not.toBe(label(month))
    const other = await provider('Provedor que Entrou Depois')
    await put(other, { since: late })
    expect((await board(month)).begins).toMatchObject({ since: early, together: false })
    // Where somebody owes the month there is no sentence.
    expect((await board(firstMonth(early))).begins).toBeNull()
    // Of another company nothing is known.
    const theirs = await world.call('staffB', 'GET', `collects/quadro?year=${month.year}&month=${month.month}`)
    expect(theirs.body).toEqual({ data: [], begins: null })
    await sql`update fistels set active = false where id in (${fistel.id}, ${other.id})`.execute(world.db)
  })

  test('funds of a month before they came are nobody’s to pay', async () => {
    const fistel = await provider('Provedor do Fundo')
    const of = { year: 2027, month: 3 }
    const duties = async (since: string) => {
      expect((await put(fistel, { since })).status).toBe(200)
      const reply = await world.call('superAdmin', 'GET', 'obligations?month=2027-04')
      const groups: readonly { readonly obligation: string; readonly period: string }[] = Object(reply.body.groups)
      return groups.filter(({ period }) => period === '2027-03').map(({ obligation }) => obligation)
    }
    expect(await duties(dayAfter(dueDay(of), 1))).toEqual([])
    expect(await duties(dueDay(of))).toEqual(['acessos', 'funttel'])
    expect(await duties(firstDay(of))).toEqual(['fust', 'acessos', 'funttel'])
    await sql`update fistels set active = false where id = ${fistel.id}`.execute(world.db)
  })

  test('a day given moves the beginning, at once and back, for every reader', async () => {
    const fistel = await provider('Provedor Antigo')
    expect(await read(fistel)).toMatchObject({ since: null, held_since: today })
    const past = firstDay(shift(month, -6))
    expect((await put(fistel, { since: past })).status).toBe(200)
    expect(await read(fistel)).toMatchObject({ since: past, held_since: past })
    expect([await owed(fistel, previous(shift(month, -6))), await owed(fistel, shift(month, -6))]).toEqual([true, true])
    expect(await owed(fistel, shift(month, -8))).toBe(false)
    expect((await put(fistel, { since: null })).status).toBe(200)
    expect(await stretches(fistel)).toEqual([[today, null]])
    expect(await owed(fistel, month)).toBe(!isLate(month, today))
  })

  test('what was put out of use keeps its end, and a day past it is refused in words', async () => {
    const fistel = await provider('Provedor que Voltou')
    await put(fistel, { since: '2024-01-10' })
    await sql`update fistel_tenures set until = '2025-05-20' where fistel_id = ${fistel.id}`.execute(world.db)
    await world.call('superAdmin', 'PUT', 'fistels/disable', { body: { ids: [fistel.id] } })
    await world.call('superAdmin', 'PUT', 'fistels/enable', { body: { ids: [fistel.id] } })
    expect(await stretches(fistel)).toEqual([
      ['2024-01-10', '2025-05-20'],
      [today, null],
    ])
    const refused = await put(fistel, { since: '2025-05-21' })
    expect(refused).toMatchObject({ status: 422 })
    expect(refused.text).toContain('O fistel esteve em uso até 20/05/2025: informe um dia até esse.')
    expect((await put(fistel, { since: '2025-05-20' })).status).toBe(200)
    expect(await stretches(fistel)).toEqual([
      ['2025-05-20', '2025-05-20'],
      [today, null],
    ])
  })

  test('a prospect’s fistel begins on the day given, once they are a client', async () => {
    const fistel = await provider('Provedor em Negociação')
    const { client_id } = await read(fistel)
    await sql`update clients set prospect = true where id = ${Number(client_id)}`.execute(world.db)
    expect(await stretches(fistel)).toEqual([])
    await put(fistel, { since: '2026-02-01' })
    expect(await stretches(fistel)).toEqual([])
    await sql`update clients set prospect = false where id = ${Number(client_id)}`.execute(world.db)
    expect(await stretches(fistel)).toEqual([['2026-02-01', null]])
  })

  test('twelve who say a day at once leave one beginning, and others’ fistels are nobody’s to date', async () => {
    const fistel = await provider('Provedor de Doze')
    const days = Array.from({ length: 12 }, (_, i) => `2025-${String(i + 1).padStart(2, '0')}-05`)
    await Promise.all(days.map(since => put(fistel, { since })))
    const { since } = await read(fistel)
    expect(await stretches(fistel)).toEqual([[since, null]])
    expect((await put(fistel, { since: '2020-01-01' }, 'staffB')).status).toBe(404)
    expect((await put(fistel, { since: 'ontem' })).status).toBe(422)
    expect((await put(fistel, { held_since: '2020-01-01' })).status).not.toBe(500)
    expect(await stretches(fistel)).toEqual([[since, null]])
  })

  test('the list tells it, and sorts by it', async () => {
    await world.make(fistels, 'A1', { since: '2019-03-04' })
    const rows = rowsOf(await world.call('superAdmin', 'GET', 'fistels?sort=held_since&per_page=1'))
    expect(rows[0]).toMatchObject({ held_since: '2019-03-04' })
  })
})
