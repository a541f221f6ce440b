import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { tableOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import { acts, doAct, nameOf, standing } from './support/acts.ts'
import { openWorld, type World } from './support/world.ts'

// A line of history is what other systems hear of a change: each change of a row leaves exactly one, by whichever way it is written.

describe('every change of a row is one event', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ fittings: { pace: { pollMs: 1_000_000_000 } } })
    world.house.jobs.runner = null
    world.house.mail.sender = null
  })
  afterAll(() => world?.close())

  /** The events of one row that a write leaves, and whether the row is another afterwards. */
  async function eventsOf(resource: AnyResource, id: number, write: () => Promise<unknown>) {
    const table = tableOf(resource)
    const read = async () => {
      const { rows } = await sql<{ version: number; last: number }>`
        select t.version, (select coalesce(max(e.id), 0)::float8 from audit_events e where e.resource = ${table} and e.row_id = t.id) as last
        from ${sql.table(table)} t where t.id = ${id}`.execute(world.db)
      return rows[0] ?? { version: 0, last: 0 }
    }
    const before = await read()
    await write()
    const after = await read()
    const { rows } = await sql<{ event: string }>`
      select event from audit_events where resource = ${table} and row_id = ${id} and id > ${before.last} order by id`.execute(
      world.db,
    )
    return { changed: after.version !== before.version, events: rows.map(({ event }) => event) }
  }

  /** Sections whose rows are made by a call; what jobs leave is changed by acts alone. */
  const made = features.filter((each: AnyResource) => verbsOf(each).includes('store'))
  const writes = ['update', 'disable', 'enable', 'destroy', 'restaurar'] as const
  const request = (resource: AnyResource, verb: (typeof writes)[number], uuid: string) => {
    const { path } = resource
    switch (verb) {
      case 'update':
        return world.call('superAdmin', 'PUT', `${path}/${uuid}`, { body: world.draft(resource, 'A1') })
      case 'destroy':
        return world.call('superAdmin', 'DELETE', `${path}/${uuid}`)
      case 'restaurar':
        return world.call('superAdmin', 'PUT', `${path}/${uuid}/restaurar`, { body: {} })
      default:
        return world.call('superAdmin', 'PUT', `${path}/${verb}`, { body: { ids: [uuid] } })
    }
  }

  test.each(made.map(resource => [resource.path, resource] as const))(
    '%s: made, changed, put out of use and into it, deleted and brought back',
    async (path, resource) => {
      const verbs = verbsOf(resource)
      const row = await world.make(resource, 'A1')
      const { rows } = await sql<{ event: string }>`
        select event from audit_events where resource = ${tableOf(resource)} and row_id = ${row.id}`.execute(world.db)
      expect(rows).toEqual([{ event: `${path}.store` }])
      const found = ['store']
      for (const verb of writes) {
        if (
          !verbs.includes(verb === 'restaurar' ? 'destroy' : verb) ||
          (verb === 'restaurar' && !verbs.includes('update'))
        )
          continue
        let status = 0
        const { changed, events } = await eventsOf(resource, Number(row.id), async () => {
          ;({ status } = await request(resource, verb, String(row.uuid)))
        })
        const isDone = status === 200 && changed
        expect([verb, changed, events]).toEqual([verb, isDone, isDone ? [`${path}.${verb}`] : []])
        if (isDone) found.push(verb)
      }
      expect(found.length).toBeGreaterThan(1)
    },
  )

  test.each(acts.map(act => [nameOf(act), act] as const))('%s', async (name, act) => {
    const id = await standing(world, [act])
    let status = 0
    const { changed, events } = await eventsOf(act.resource, id, async () => {
      ;({ status } = await doAct(world, act, id))
    })
    expect([name, status]).toEqual([name, 200])
    // An act may be made of others, as confirming is of copying and finishing; none of them is heard of twice.
    expect(!changed || events.length > 0).toBe(true)
    expect(new Set(events).size).toBe(events.length)
  })
})

const root = join(import.meta.dirname, '../src')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(path => /(?<!\.test)\.ts$/.test(path) && !path.includes('/demo/'))
  .map(path => [path, readFileSync(join(root, path), 'utf8')] as const)
const tables = new Set(features.map((each: AnyResource) => tableOf(each)))

/** Tables of sections whose version this source raises by a statement of its own, though it writes no history. */
function silentIn(text: string): readonly string[] {
  if (/\brecord\(|historySql\(|insert into audit_events/.test(text)) return []
  const statements = text.match(/update [a-z_]+ (?:[a-z]+ )?set[^`]*/g) ?? []
  return statements.flatMap(each => {
    const [, table = ''] = /^update ([a-z_]+)/.exec(each) ?? []
    return tables.has(table) && each.includes('version') ? [table] : []
  })
}

/** Sources that change rows without history, and why nobody outside needs to hear of it. */
const silent: Readonly<Record<string, string>> = {
  'features/billing/bills/remittance/remittance.server.ts':
    'the account counts its remittances: the remittance has its own event',
  'features/billing/bills/remittance/undo.server.ts': 'the orders of a remittance are undone with it, by its event',
  'features/billing/bills/returns/store.server.ts': 'lines of a return are stored with it, and it has its own event',
  'features/billing/bills/returns/undo.server.ts': 'lines of a return are taken back with it, by its event',
  'features/billing/bills/slip/slips.server.ts':
    'the account counts its boletos, and a bill shows the digits of its boleto once the bank registered it: no event of the bill yet',
  'features/people/auth/directory-admission.server.ts':
    'the directory decides over the profile of a person, and its history is written beside it',
  'features/people/auth/own-update.server.ts': 'its history is written by `note`, beside it',
  'features/platform/configurations/configurations.server.ts': 'a new release brings a setting, with its default',
  'features/platform/integrations/queue.server.ts': 'how the sending of an item goes is recorded in the item',
  'features/platform/mails/sending.server.ts': 'how the sending of a mail goes is recorded in the mail',
  'features/platform/webhooks/secret.server.ts': 'its history is written by who renews it',
  'features/support/incoming-mail/bell.server.ts': 'a notice is of one person, and is no news to another system',
  'features/support/incoming-mail/series.server.ts': 'mails of one sender are put together as they come in',
  'features/support/incoming-mail/settle.server.ts': 'what becomes of a mail is the event of the ticket it enters',
  'features/support/notices/notices.server.ts': 'a notice is of one person, and is no news to another system',
  'parts/integration/hurry.server.ts': 'an item is tried sooner: what comes of it is recorded in the item',
  'parts/outbox/bounce.server.ts': 'a mail came back: recorded in the mail',
}

test('what changes a row by a statement of its own writes its history, or is named here', () => {
  expect(silentIn('sql`update clients set name = 1, version = version + 1`')).toEqual(['clients'])
  const found = sources.filter(([, text]) => silentIn(text).length).map(([path]) => path)
  expect(found.toSorted()).toEqual(Object.keys(silent).toSorted())
})
