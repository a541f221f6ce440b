import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { obligationNames } from '#features/regulatory/obligations/called.ts'
import { dutiesBetween, type Duty } from '#features/regulatory/obligations/duties.ts'
import { eventOf } from '#features/regulatory/obligations/feed.ts'
import { groupOf } from '#features/regulatory/obligations/listed.ts'
import { rules } from '#features/regulatory/obligations/rules.ts'
import { standingsOf } from '#features/regulatory/obligations/standing.ts'
import { occurrencesOf } from '#features/regulatory/tasks/calendar.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { deadlineOf } from '#parts/period/deadline.ts'
import { collecting, dueDay, feesDay, funttelDay, fustDay, isLate } from '#parts/period/period.ts'
import { cnpj } from '#test/support/drafts.ts'
import { makeProvider } from '#test/support/provider.ts'
import { dataOf, openWorld, type Reply, type World } from '#test/support/world.ts'

/** What other rooms reckon the duty's day by themselves with. */
const elsewhere: Readonly<Record<string, (duty: Duty) => readonly string[]>> = {
  acessos: ({ month }) => (month ? [dueDay(month), deadlineOf(month, '2020-01-01', false).due] : []),
  fust: ({ month }) => (month ? [fustDay(month)] : []),
  funttel: ({ month }) => (month ? [funttelDay(month)] : []),
  tff: ({ period }) => [feesDay(Number(period))],
  cfrp: ({ period }) => [feesDay(Number(period))],
  condecine: ({ period }) => [feesDay(Number(period))],
}

const blank = {
  id: 1,
  nome: 'Modelo',
  recurrence: null,
  day: null,
  competence: 'anterior',
  once_on: null,
  dates: [],
} as const
const isNamed = (id: string): id is keyof typeof obligationNames => id in obligationNames
const [first, last] = ['2026-12-01', '2032-11-30']

test('a duty has one day at every door, whatever the year has of Sundays and holidays', () => {
  const duties = dutiesBetween(rules, first, last)
  expect(new Set(duties.map(({ rule }) => rule.id)).size).toBeGreaterThanOrEqual(8)
  for (const duty of duties) {
    const { rule, due, period } = duty
    const obligation = isNamed(rule.id) ? rule.id : null
    const item = { client: { id: 1, uuid: 'c', name: 'Vale' }, empresa: null, fistel: null, lapsed: null, by: null }
    const standing = {
      duty,
      items: [{ ...item, situation: 'a-fazer' as const, done_on: null, note: null, collect: null }],
    }
    const ofTasks = [0, 1, 5].map(lead_days => {
      const all = occurrencesOf({ ...blank, obligation, lead_days }, rules, dayAfter(due, -40), due)
      return all.find(each => each.period === period)
    })
    const doors = [
      groupOf(standing).due,
      eventOf(standing, { at: 'https://exemplo.com.br', owner: 'u' }).day,
      ...ofTasks.map(each => each?.legal_on),
      ...(elsewhere[rule.id]?.(duty) ?? []),
    ]
    expect([rule.id, period, ...new Set(doors)]).toEqual([rule.id, period, due])
    // The office's own day is never after it.
    for (const each of ofTasks) expect((each?.due_on ?? '9') <= due).toBe(true)
  }
})

test('and is late at every door from the day after, and on none before', () => {
  const late: boolean[] = []
  for (const duty of dutiesBetween(rules, '2026-12-01', '2027-11-30')) {
    const held = { stretches: [{ since: '2020-01-01', until: null }], first: null }
    const holding = {
      ...held,
      client: { id: 1, uuid: 'c', name: 'Vale' },
      empresa: null,
      fistel: { id: 2, uuid: 'f', name: '50400000000' },
      service: 'SCM',
      term: '045',
      regime: null,
      licensed: true,
      lapsed: null,
    }
    const on = (today: string) =>
      standingsOf([duty], { holdings: [holding], filings: [], done: [], from: null }, today)[0]?.items[0]?.situation
    expect([on(duty.due), on(dayAfter(duty.due, 1))]).toEqual(['a-fazer', 'atrasada'])
    const { month } = duty
    if (month && duty.rule.told === 'coleta') late.push(isLate(month, duty.due), !isLate(month, dayAfter(duty.due, 1)))
  }
  expect([late.length, late.includes(true)]).toEqual([24, false])
})

describe('the day of one month’s file', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  test('is the same on the day of a person, in the calendar, in the tasks and for the client’s people', async () => {
    const today = dayIn(new Date()).day
    const month = collecting(today)
    const due = dueDay(month)
    const at = `${month.year}-${String(month.month).padStart(2, '0')}`
    const call = async (who: string, path: string) => {
      const reply = await world.call(who, 'GET', path)
      expect([reply.status, reply.body.message]).toEqual([200, undefined])
      return reply
    }
    const listOf = ({ body }: Reply): readonly Readonly<Record<string, unknown>>[] => Object(body.data)
    const { client, fistel } = await makeProvider(world, {
      name: 'Provedor de um Prazo',
      document: cnpj(7_660_001),
      responsible_id: world.people.staffA,
    })
    await sql`update fistel_tenures set since = ${`${at}-01`} where fistel_id = ${fistel.id}`.execute(world.db)
    const draft = { name: 'Enviar o arquivo', client_id: client.id, due_on: dayAfter(due, -3), legal_on: due }
    const task = await world.call('superAdmin', 'POST', 'client-tarefas', { body: draft })
    expect(task.status).toBe(201)
    const ofTask = dataOf(task)
    const listed = await call('superAdmin', `obligations?from=${due}&to=${due}&client=${client.uuid}`)
    const groups: readonly { readonly obligation: string; readonly due: string }[] = Object(listed.body.groups)
    const day = listOf(await call('superAdmin', `tarefas/clientes/meu-dia?person=${world.people.staffA}`))
    const board = await call('superAdmin', `tarefas/clientes/quadro?month=${due.slice(0, 7)}`)
    expect(ofTask).toMatchObject({ last_on: due, due_on: dayAfter(due, -3) })
    expect(groups.map(group => [group.obligation, group.due])).toContainEqual(['acessos', due])
    expect(day.find(({ uuid }) => uuid === ofTask.uuid)).toMatchObject({ last_on: due, due_on: dayAfter(due, -3) })
    expect(JSON.stringify(board.body)).toContain(`"uuid":"${ofTask.uuid}","name":"Enviar o arquivo","last_on":"${due}"`)
    const coleta = await world.make(collects, 'A1')
    await sql`update collects set year = ${month.year}, month = ${month.month} where id = ${coleta.id}`.execute(
      world.db,
    )
    const owed = listOf(await call('clientA', 'users/me/pendencias'))
    expect(owed.find(({ uuid }) => uuid === coleta.uuid)).toMatchObject({ due })
  })
})
