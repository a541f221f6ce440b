import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cnpjFrom } from '#features/platform/demo/numbers.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import type { RowChange } from '#server/events.ts'
import { json, openOutside } from './support/outside.ts'
import { dataOf, openWorld, type Row, type World } from './support/world.ts'

// Two processes, each with its own memory, answer the people of one database.

let one: World
let other: Awaited<ReturnType<World['openBeside']>>
beforeAll(async () => {
  one = await openWorld()
  other = await one.openBeside()
  await bothListen()
})
afterAll(async () => {
  await other?.close()
  await one?.close()
})

type Product = Pick<World, 'app' | 'house' | 'call'>

/** Listeners of this database, by their process in PostgreSQL. */
const listeners = async () =>
  (
    await sql<{ pid: number }>`
      select pid from pg_stat_activity where application_name like 'outorga escuta %' and datname = current_database()`.execute(
      one.db,
    )
  ).rows.map(({ pid }) => pid)

/** Resolves once what each publishes reaches the other. */
async function bothListen() {
  const uuid = crypto.randomUUID()
  const [heard, stop] = [new Set<Product>(), [] as (() => void)[]]
  for (const each of [one, other])
    stop.push(
      each.house.events.hearEverywhere({
        changed: change => change.uuid === uuid && change.users?.[0] !== number(each) && heard.add(each),
        missed: () => {},
      }),
    )
  await vi.waitFor(
    () => {
      for (const each of [one, other]) each.house.events.tell({ of: tickets, uuid, users: [number(each)] })
      expect(heard.size).toBe(2)
    },
    { timeout: 10_000, interval: 250 },
  )
  // Words that are still on their way are not those of a test.
  await after(500)
  stop.forEach(end => end())
}
const number = (product: Product) => (product === one ? 1 : 2)

/** Gathers what a process receives from both, until it is stopped. */
function gather({ house }: Product) {
  const changes: RowChange[] = []
  let missed = 0
  const stop = house.events.hearEverywhere({ changed: each => changes.push(each), missed: () => missed++ })
  return { changes, missed: () => missed, stop }
}

/** Opens a stream of events as somebody and gathers what comes. */
async function openStream({ app }: Product, who: 'staffA' | 'staffB' | 'superAdmin') {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const over = new AbortController()
  const token = await one.enter(`${who} streams`, one.people[who])
  const answer = await fetch(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/api/v1/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: over.signal,
  })
  expect(answer.status).toBe(200)
  let text = ''
  const ended = (async () => {
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value
  })()
  return { text: () => text, ended, stop: () => over.abort() }
}

async function openTicket(): Promise<Row> {
  const ticket = {
    name: 'Enlace caiu',
    client_id: one.target('clients', 'A1')?.id ?? 0,
    module_id: 1,
    type_id: 1,
  }
  const made = await one.call('clientA', 'POST', 'tickets/abrir', { body: { ticket, content: 'Desde ontem.' } })
  return dataOf(await one.call('superAdmin', 'GET', `tickets/${Object(dataOf(made).ticket).uuid}`))
}
const soon = { timeout: 5_000, interval: 50 }

describe('events', () => {
  test('a message sent in one process reaches the streams of the other, for those who may see it alone', async () => {
    const ticket = await openTicket()
    await one.call('staffA', 'POST', `tickets/${ticket.uuid}/presenca`, { body: { writing: null } })
    const [here, stranger] = [await openStream(one, 'staffA'), await openStream(one, 'staffB')]
    const sent = await other.call('superAdmin', 'POST', 'ticket-messages', {
      body: { ticket_id: ticket.id, content: 'Estamos vendo.' },
    })
    expect(sent.status).toBe(201)
    await vi.waitFor(() => expect(here.text()).toContain(dataOf(sent).uuid), soon)
    await after(500)
    expect(here.text().split(dataOf(sent).uuid)).toHaveLength(2)
    expect(stranger.text()).not.toContain(dataOf(sent).uuid)
    for (const stream of [here, stranger]) {
      stream.stop()
      await stream.ended.catch(() => undefined)
    }
  })

  test('a process receives its own changes at once and one time, and those of the other one time', async () => {
    const [here, there] = [gather(one), gather(other)]
    const uuid = crypto.randomUUID()
    one.house.events.tell({ of: tickets, uuid })
    expect(here.changes).toEqual([{ of: tickets, uuid }])
    await vi.waitFor(() => expect(there.changes).toEqual([{ of: tickets, uuid }]), soon)
    await after(500)
    expect([here.changes.length, there.changes.length]).toEqual([1, 1])
    here.stop()
    there.stop()
  })

  test('many changes, and one for thousands of users, arrive whole in notifications of a limited size', async () => {
    const there = gather(other)
    const uuids = Array.from({ length: 1_000 }, () => crypto.randomUUID())
    const users = Array.from({ length: 5_000 }, (_, i) => 9_007_199_254_740_991 - i)
    for (const uuid of uuids) one.house.events.tell({ of: tickets, uuid })
    const many = crypto.randomUUID()
    one.house.events.tell({ of: tickets, uuid: many, users })
    const usersOf = () => there.changes.filter(({ uuid }) => uuid === many).flatMap(each => each.users ?? [])
    await vi.waitFor(() => expect(usersOf()).toHaveLength(users.length), soon)
    expect(new Set(usersOf())).toEqual(new Set(users))
    expect(there.changes.flatMap(({ uuid }) => (uuid === many ? [] : [uuid]))).toEqual(uuids)
    expect(there.missed()).toBe(0)
    there.stop()
  })

  test('what others publish on the channel, and resources of another release, change nothing', async () => {
    const there = gather(other)
    const uuid = crypto.randomUUID()
    for (const word of ['', 'x', '{"from":"x","changes":[["nada-disso","y"]]}', '{"from":"x","changes":[[1]]}'])
      await sql`select pg_notify('words', ${word})`.execute(one.db)
    one.house.events.tell({ of: tickets, uuid })
    await vi.waitFor(() => expect(there.changes).toEqual([{ of: tickets, uuid }]), soon)
    expect(there.missed()).toBe(0)
    there.stop()
  })

  test('after its connection was cut a stream ends, so that its screen is read again; what waited is sent then', async () => {
    const stream = await openStream(one, 'staffA')
    const [here, there] = [gather(one), gather(other)]
    const before = await listeners()
    expect(before).toHaveLength(2)
    await sql`select pg_terminate_backend(pid) from unnest(${before}::int[]) pid`.execute(one.db)
    const [fromOne, fromOther] = [crypto.randomUUID(), crypto.randomUUID()]
    one.house.events.tell({ of: tickets, uuid: fromOne })
    other.house.events.tell({ of: tickets, uuid: fromOther })
    await stream.ended
    // Each sends what waited as soon as it can, or has the other read everything again.
    const received = ({ changes, missed }: ReturnType<typeof gather>, uuid: string) =>
      missed() > 0 || changes.some(each => each.uuid === uuid)
    await vi.waitFor(() => expect([received(here, fromOther), received(there, fromOne)]).toEqual([true, true]), {
      timeout: 10_000,
      interval: 50,
    })
    here.stop()
    there.stop()
    await bothListen()
    const again = gather(other)
    const uuid = crypto.randomUUID()
    one.house.events.tell({ of: tickets, uuid })
    await vi.waitFor(() => expect(again.changes.map(each => each.uuid)).toContain(uuid), soon)
    again.stop()
  })
})

describe('presence in a ticket', () => {
  const enterBy = (product: Product, who: string, ticket: Row, body: object = { writing: null }) =>
    product.call(who, 'POST', `tickets/${ticket.uuid}/presenca`, { body })
  const idsIn = (reply: { readonly body: Readonly<Record<string, unknown>> }) =>
    (Array.isArray(reply.body.data) ? reply.body.data : []).map(each => Object(each).id)

  test('colleagues see each other whatever process answers them, and are notified as it changes', async () => {
    const ticket = await openTicket()
    const { staffA, superAdmin } = one.people
    expect(idsIn(await enterBy(one, 'staffA', ticket))).toEqual([])
    const here = gather(one)
    expect((await enterBy(other, 'superAdmin', ticket, { writing: 'nota' })).body.data).toMatchObject([{ id: staffA }])
    const isNotified = () => here.changes.filter(({ uuid, users }) => uuid === ticket.uuid && users?.includes(staffA))
    await vi.waitFor(() => expect(isNotified()).toHaveLength(1), soon)
    expect((await enterBy(one, 'staffA', ticket)).body.data).toMatchObject([{ id: superAdmin, writing: 'nota' }])
    // A report that changes nothing notifies nobody.
    await enterBy(other, 'superAdmin', ticket, { writing: 'nota' })
    await after(500)
    expect(isNotified()).toHaveLength(1)
    await enterBy(one, 'superAdmin', ticket, { writing: null, left: true })
    await vi.waitFor(async () => expect(idsIn(await enterBy(other, 'staffA', ticket))).toEqual([]), soon)
    here.stop()
  })

  test('of two who enter at once, in two processes, one sees the other at least', async () => {
    for (let times = 0; times < 12; times++) {
      const ticket = await openTicket()
      const seen = await Promise.all([enterBy(one, 'staffA', ticket), enterBy(other, 'superAdmin', ticket)])
      expect(seen.map(({ status }) => status)).toEqual([200, 200])
      expect(seen.flatMap(idsIn).length).toBeGreaterThan(0)
    }
  })

  test('who reports no more is gone after 40 seconds, and their row with the next who enters', async () => {
    const ticket = await openTicket()
    await enterBy(other, 'superAdmin', ticket)
    const age = (seconds: number) =>
      sql`update ticket_presences set seen_at = now() - ${seconds} * interval '1 second' where ticket_id = ${ticket.id}
        and user_id = ${one.people.superAdmin}`.execute(one.db)
    await age(35)
    expect(idsIn(await enterBy(one, 'staffA', ticket))).toEqual([one.people.superAdmin])
    await age(41)
    expect(idsIn(await enterBy(one, 'staffA', ticket))).toEqual([])
    await enterBy(one, 'staffA', await openTicket())
    const { rows } = await sql<{ user_id: number }>`
      select user_id from ticket_presences where ticket_id = ${ticket.id}`.execute(one.db)
    expect(rows).toEqual([{ user_id: one.people.staffA }])
  })
})

test('tries that one process counted are refused by the other', async () => {
  const recover = ({ call }: Product, email: string) =>
    call('anonymous', 'POST', 'password-recovery', { body: { email } })
  const statuses: number[] = []
  for (let times = 0; times < 4; times++) statuses.push((await recover(one, 'ninguem@exemplo.com.br')).status)
  expect(statuses).toEqual([200, 200, 200, 200])
  expect((await recover(other, 'ninguem@exemplo.com.br')).status).toBe(429)
  expect((await recover(other, 'outra@exemplo.com.br')).status).toBe(200)
})

test('processes together ask a service outside no more in a minute than it allows', async () => {
  const outside = await openOutside({ '/cnpja': json(503, {}) })
  const world = await openWorld({ env: { ...outside.env, CNPJ_FALLBACK_URL: '0', CNPJ_PER_MINUTE: '3' } })
  const beside = await world.openBeside()
  const cnpjs = Array.from({ length: 12 }, (_, i) => cnpjFrom(String(700_000_000_000 + i)))
  const ask = (cnpj: string, i: number) =>
    (i % 2 ? beside : world).call('staffA', 'GET', `registry/cnpj/${cnpj}`).then(({ status }) => status)
  const statuses = await Promise.all(cnpjs.map(ask))
  expect(statuses.filter(status => status === 424)).toHaveLength(3)
  expect(statuses.filter(status => status === 429)).toHaveLength(9)
  expect(outside.asked).toHaveLength(3)
  // A minute later there is room again.
  await sql`update question_paces set sent_at = array(select at - interval '1 minute' from unnest(sent_at) at)`.execute(
    world.db,
  )
  expect(await ask(cnpjs[0] ?? '', 0)).toBe(424)
  expect(outside.asked).toHaveLength(4)
  await beside.close()
  await world.close()
  await outside.close()
})
