import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ticketMessages, tickets } from '#features/support/tickets/ticket/tickets.ts'
import { dataOf, openWorld, type Reply, type World } from './support/world.ts'

// Room for files is counted where they are stored: of many at once as many come in as there is room for.

const many = 12
const size = 900_000
let n = 0
const bytes = () => Buffer.from(`${n++} `.padEnd(size, 'a'))
const came = (replies: readonly Reply[]) => replies.filter(({ status }) => status === 201).length

/** Where a file may be sent, and what leaves there room for two. */
interface Door {
  readonly name: string
  readonly url: string
  readonly fill: (world: World) => Promise<unknown>
}

/** A row as large as what is to be taken already. */
const filled = (table: string, by: string, limit: number) => async (world: World, owner: number, more: object) => {
  const values = {
    name: 'antes.txt',
    ext: 'txt',
    size: limit - 2.5 * size,
    sha256: '0'.repeat(64),
    [by]: owner,
    ...more,
  }
  const columns = Object.keys(values)
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map(each => sql.ref(each)))})
    values (${sql.join(Object.values(values))})`.execute(world.db)
}
const megabyte = 1024 ** 2
const ofTicket = filled('ticket_uploads', 'ticket_id', 200 * megabyte)
const ofStation = filled('station_uploads', 'station_id', 200 * megabyte)
const ofClient = filled('documents', 'client_id', 2_048 * megabyte)
const ofMeta = filled('meta_uploads', 'metable_id', 200 * megabyte)

/** A message of this person in a ticket of their own. */
async function said(world: World) {
  const ticket = await world.make(tickets, 'A1', { requester_id: world.people.clientA })
  const message = dataOf(
    await world.call('clientA', 'POST', ticketMessages.path, { body: { ticket_id: ticket.id, content: 'Segue.' } }),
  )
  return { ticket: ticket.id, message: message.id }
}

async function doorsOf(world: World): Promise<readonly Door[]> {
  const { ticket, message } = await said(world)
  const station = world.target('stations', 'A1')?.id ?? 0
  const client = world.target('clients', 'A1')?.id ?? 0
  return [
    {
      name: 'ticket',
      url: `ticket-messages/${message}/anexar`,
      fill: () => ofTicket(world, ticket, { message_id: message }),
    },
    { name: 'station', url: `stations/${station}/anexar`, fill: () => ofStation(world, station, {}) },
    { name: 'client', url: `clients/${client}/documents`, fill: () => ofClient(world, client, {}) },
    {
      name: 'field of a station',
      url: `meta-uploads/stations/${station}`,
      fill: () => ofMeta(world, station, { metable_type: 'stations' }),
    },
  ]
}

const send = (world: World, who: string, url: string) =>
  world.call(who, 'POST', `${url}?name=arquivo${n}.txt`, {
    body: bytes(),
    headers: { 'content-type': 'application/octet-stream' },
  })

describe('the room of an owner', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world?.close())

  test('has place for two of twelve that come at once, by whichever door', async () => {
    for (const { name, url, fill } of await doorsOf(world)) {
      await fill(world)
      const who = name === 'ticket' ? 'clientA' : 'superAdmin'
      const replies = await Promise.all(Array.from({ length: many }, () => send(world, who, url)))
      expect([name, came(replies)]).toEqual([name, 2])
      expect([name, ...new Set(replies.map(({ status }) => status).toSorted())]).toEqual([name, 201, 422])
    }
  })
})

describe('the day of a client', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ env: { CLIENT_MB_PER_DAY: '2' } })
  })
  afterAll(() => world?.close())

  test('is one over all of its tickets, counted as files are stored, and says when it opens again', async () => {
    const doors = [await said(world), await said(world)].map(({ message }) => `ticket-messages/${message}/anexar`)
    const replies = await Promise.all(
      Array.from({ length: many }, (_, at) => send(world, 'clientA', doors[at % doors.length] ?? '')),
    )
    expect(came(replies)).toBe(2)
    const refused = replies.find(({ status }) => status === 422)
    expect(refused?.body.errors?.file?.[0]).toMatch(
      /^Este cliente já enviou hoje o que se aceita por dia, 2\sMB: envie o resto a partir de \d\d\/\d\d\/\d{4}\.$/,
    )

    // Another client's is its own, and what is refused took nothing.
    const { rows } = await sql<{
      client_id: number
      bytes: string
    }>`select client_id, bytes from client_upload_days`.execute(world.db)
    expect(rows.map(row => ({ ...row, bytes: Number(row.bytes) }))).toEqual([
      { client_id: world.target('clients', 'A1')?.id, bytes: 2 * size },
    ])

    await sql`update client_upload_days set day = day - 1`.execute(world.db)
    expect((await send(world, 'clientA', doors[0] ?? '')).status).toBe(201)
  })

  test('does not bind people of the house', async () => {
    const client = world.target('clients', 'A1')?.id ?? 0
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => send(world, 'superAdmin', `clients/${client}/documents`)),
    )
    expect(came(replies)).toBe(4)
  })
})
