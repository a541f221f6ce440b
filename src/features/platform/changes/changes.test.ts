import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fistels } from '#features/clients/fistels/fistels.ts'
import type { ChangeAnswer } from '#features/platform/changes/api.ts'
import { reachHorizon } from '#test/support/horizon.ts'
import { dataOf, openWorld, type World } from '#test/support/world.ts'

interface Followed {
  readonly data: readonly ChangeAnswer[]
  readonly next: string
  readonly more: boolean
}

describe('what changed since', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const ask = async (who: string, query: string) => world.call(who, 'GET', `changes${query}`)
  const read = async (who: string, query = ''): Promise<Followed> => {
    const reply = await ask(who, query)
    expect([reply.status, reply.text]).toEqual([200, reply.text])
    return Object(reply.body)
  }
  /** All pieces after a place. */
  const follow = async (who: string, since: string, more = ''): Promise<readonly ChangeAnswer[]> => {
    await reachHorizon(world.db)
    const found: ChangeAnswer[] = []
    for (let at = since; ;) {
      const piece = await read(who, `?since=${at}${more}`)
      found.push(...piece.data)
      at = piece.next
      if (!piece.more) return found
    }
  }
  const said = (changes: readonly ChangeAnswer[]) =>
    changes.map(({ resource, action, fate }) => `${resource}.${action} ${fate}`)
  let since = ''
  beforeEach(async () => {
    await reachHorizon(world.db)
    since = (await read('superAdmin')).next
  })
  const rename = (uuid: unknown, name: string) => world.call('superAdmin', 'PUT', `plans/${uuid}`, { body: { name } })

  test('begins now, and says of each row what happened to it, in order', async () => {
    expect((await read('superAdmin')).data).toEqual([])
    const plan = dataOf(await world.call('superAdmin', 'POST', 'plans', { body: { name: 'Plano seguido' } }))
    await rename(plan.uuid, 'Plano seguido de novo')
    await world.call('superAdmin', 'PUT', 'plans/disable', { body: { ids: [plan.uuid] } })
    await world.call('superAdmin', 'PUT', 'plans/enable', { body: { ids: [plan.uuid] } })
    const before = await follow('superAdmin', since)
    expect(said(before)).toEqual(['store', 'update', 'disable', 'enable'].map(each => `plans.${each} present`))
    expect(new Set(before.map(({ uuid }) => uuid))).toEqual(new Set([plan.uuid]))
    await world.call('superAdmin', 'DELETE', `plans/${plan.uuid}`)
    expect(said(await follow('superAdmin', since))).toEqual(
      ['store', 'update', 'disable', 'enable', 'destroy'].map(each => `plans.${each} deleted`),
    )
    expect(said(await follow('superAdmin', since, '&limit=1'))).toHaveLength(5)
    expect(await follow('superAdmin', since, '&resource=clients,fistels')).toEqual([])
  })

  test('tells nobody of rows they never saw, and of what they see no longer only that', async () => {
    const at = Object.fromEntries(
      await Promise.all(['staffA', 'staffB', 'adminA'].map(async who => [who, (await read(who)).next] as const)),
    )
    const client = dataOf(
      await world.call('superAdmin', 'POST', 'clients', {
        body: { name: 'Zona da A', document: '11444777000161', empresa_responsavel_id: world.companies.A },
      }),
    )
    const fistel = await world.make(fistels, 'A1')
    expect(said(await follow('staffA', at.staffA ?? ''))).toEqual(['clients.store present', 'fistels.store present'])
    expect(await follow('staffB', at.staffB ?? '')).toEqual([])
    const company = world.companies.B
    const moved = await world.call('superAdmin', 'PUT', `clients/${client.uuid}`, {
      body: { empresa_responsavel_id: company },
    })
    expect([moved.status, moved.text]).toEqual([200, moved.text])
    // Named after it left: whose it was before is looked up beyond its last line.
    await world.call('superAdmin', 'PUT', `clients/${client.uuid}`, { body: { name: 'Já de outra empresa' } })
    // Before it was made nobody saw it, and after it left they do not: one line says that it is gone.
    expect(said(await follow('staffA', at.staffA ?? ''))).toEqual(['fistels.store present', 'clients.update gone'])
    expect(said(await follow('staffB', at.staffB ?? ''))).toEqual([
      'clients.store present',
      'clients.update present',
      'clients.update present',
    ])
    expect(fistel.uuid).toBeTruthy()
  })

  test('a prospect that becomes a client leaves one section and enters the other', async () => {
    const prospect = dataOf(
      await world.call('superAdmin', 'POST', 'prospectos', {
        body: { name: 'Zona de prospecto', document: '11222333000181' },
      }),
    )
    const reply = await world.call('superAdmin', 'PUT', `prospectos/${prospect.uuid}/converter-em-cliente`)
    expect([reply.status, reply.text]).toEqual([200, reply.text])
    expect(said(await follow('superAdmin', since)).toSorted()).toEqual([
      'clients.converter-em-cliente present',
      'clients.store present',
      'prospectos.converter-em-cliente gone',
      'prospectos.store gone',
    ])
  })

  test('a place leads on for its reader alone, with the rights it was given under', async () => {
    expect((await ask('staffA', `?since=${since}`)).status).toBe(409)
    expect((await ask('superAdmin', '?since=0.0.0')).status).toBe(422)
    expect((await ask('superAdmin', '?limit=0')).status).toBe(422)
    expect((await ask('superAdmin', '?resource=nada')).status).toBe(422)
    expect((await ask('withoutRoutes', '')).status).toBe(403)
    const own = (await read('staffA')).next
    await sql`update profiles_profile_roles set role = 'plans.outro' where role = 'plans.csv'`.execute(world.db)
    const reply = await ask('staffA', `?since=${own}`)
    expect(reply).toMatchObject({ status: 409, body: { data: { restart: true } } })
    await sql`update profiles_profile_roles set role = 'plans.csv' where role = 'plans.outro'`.execute(world.db)
  })

  test('a line that is committed after a later one is not passed by, whatever the order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ lines: fc.integer({ min: 1, max: 3 }), commit: fc.boolean() }), {
          minLength: 2,
          maxLength: 5,
        }),
        fc.infiniteStream(fc.nat()),
        async (writers, chance) => {
          const plan = world.target('plans', 'A1')?.id ?? 0
          let at = (await read('superAdmin')).next
          const open: { readonly lines: number[]; readonly left: () => number; step(): Promise<void> }[] = []
          const committed: number[] = []
          for (const { lines, commit } of writers) {
            const trx = await world.db.startTransaction().execute()
            const own: number[] = []
            let left = lines
            open.push({
              lines: own,
              left: () => left,
              step: async () => {
                if (left-- > 0) {
                  const { rows } = await sql<{ id: number }>`
                    insert into audit_events (request_id, event, resource, row_id, changes)
                    values ('p', 'plans.update', 'plans', ${plan}, '{}') returning id::float8 as id`.execute(trx)
                  own.push(...rows.map(({ id }) => id))
                  return
                }
                await (commit ? trx.commit() : trx.rollback()).execute()
                if (commit) committed.push(...own)
              },
            })
          }
          const seen: number[] = []
          const look = async () => {
            const piece = await read('superAdmin', `?since=${at}&limit=2`)
            at = piece.next
            seen.push(...piece.data.map(({ id }) => id))
            return piece.more
          }
          while (open.length) {
            const turn = chance.next().value % open.length
            const writer = open[turn]
            if (!writer) break
            await writer.step()
            if (writer.left() < 0) open.splice(turn, 1)
            if (chance.next().value % 2) await look()
          }
          await reachHorizon(world.db)
          while (await look());
          expect(seen.toSorted((a, b) => a - b)).toEqual(committed.toSorted((a, b) => a - b))
          expect(new Set(seen).size).toBe(seen.length)
        },
      ),
      { numRuns: Number(process.env.CHANGES_RUNS ?? 25) },
    )
  })

  test('lines of a restored copy from a server that was further on are read once, in their order', async () => {
    const plan = world.target('plans', 'A1')
    await rename(plan?.uuid, 'Antes da cópia')
    await rename(plan?.uuid, 'Na cópia')
    const lines = await sql<{ id: number }>`
      update audit_events set xid = (xid::text::bigint + 1000000)::text::xid8
      where id in (select id from audit_events where resource = 'plans' order by id desc limit 2) returning id::float8 as id`.execute(
      world.db,
    )
    expect(await follow('superAdmin', since)).toEqual([])
    const beside = await world.openBeside()
    expect((await follow('superAdmin', since)).map(({ id }) => id)).toEqual(
      lines.rows.map(({ id }) => id).toSorted((a, b) => a - b),
    )
    await beside.close()
  })

  test('two processes answer from the same place', async () => {
    const beside = await world.openBeside()
    const plan = world.target('plans', 'A1')
    const own = await world.call('superAdmin', 'PUT', `plans/${plan?.uuid}`, { body: { name: 'Por um' } })
    const other = await beside.call('superAdmin', 'PUT', `plans/${plan?.uuid}`, { body: { name: 'Pelo outro' } })
    expect([own.status, other.status]).toEqual([200, 200])
    const here = await follow('superAdmin', since)
    const there: Followed = Object((await beside.call('superAdmin', 'GET', `changes?since=${since}`)).body)
    expect(said(here)).toEqual(['plans.update present', 'plans.update present'])
    expect(there.data).toEqual(here)
    await beside.close()
  })
})
