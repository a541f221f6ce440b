import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Integration } from '#parts/integration/integration.server.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import { acts, doAct, nameOf, repeated, sharedState, standing, type Act } from './support/acts.ts'
import { openWorld, type Reply, type World } from './support/world.ts'

// Whatever is done to a row is judged on the row's present state: of many at once the outcome is that of one after another.

const many = 12

describe('at once', () => {
  let world: World
  let end = () => {}
  beforeAll(async () => {
    // Nothing moves by itself: what is sent stays on its way.
    const ended = new Promise<void>(resolve => (end = resolve))
    const silent = (key: Integration['key']): Integration => ({
      key,
      lacking: () => null,
      send: () => ended.then(() => ({ state: 'falhou', why: 'Ninguém respondeu.' })),
    })
    world = await openWorld({
      fittings: {
        pace: { pollMs: 1_000_000_000 },
        integrations: [silent('nfse-local'), silent('nfse-nacional'), silent('asaas'), silent('cnpja')],
      },
    })
    world.house.jobs.runner = null
    world.house.mail.sender = null
    await occupyCourier()
  })
  afterAll(async () => {
    end()
    await world?.close()
  })

  /** Who sends to other houses has its hands full. */
  async function occupyCourier() {
    const { rows } = await sql<{ uuid: string }>`
      insert into integration_queues (integration, name, key, kind, state, payload)
      select 'cnpja', 'Consulta', 'ocupado:' || n, 'envio', 'pendente', '{}' from generate_series(1, 4) n returning uuid`.execute(
      world.db,
    )
    world.house.events.tell({ of: integrationQueues, uuid: rows[0]?.uuid ?? '' })
    await vi.waitFor(async () => {
      const found = await sql<{ n: number }>`
        select count(*)::int as n from integration_queues where key like 'ocupado:%' and state = 'processando'`.execute(
        world.db,
      )
      expect(found.rows[0]?.n).toBe(4)
    })
  }

  /** Rows of every table: what an act leaves besides its own. */
  async function counts(): Promise<Readonly<Record<string, number>>> {
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname <> all(array['table_changes', 'login_attempts', 'loose_files'])`.execute(world.db)
    const each = tables.map(
      ({ name }) => sql`select ${sql.lit(name)} as name, count(*)::int as n from ${sql.table(name)}`,
    )
    const { rows } = await sql<{ name: string; n: number }>`${sql.join(each, sql` union all `)}`.execute(world.db)
    return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
  }
  /** What came of it, and how many rows more there are in which tables. */
  async function effect<T>(work: () => Promise<T>) {
    const before = await counts()
    const came = await work()
    const after = await counts()
    const more = Object.entries(after).flatMap(([name, n]) => {
      const by = n - (before[name] ?? 0)
      return by ? [[name, by] as const] : []
    })
    return { came, more: Object.fromEntries(more) }
  }
  const told = ({ status, body }: Reply) => `${status} ${body.message}`
  const sumOf = (one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>, times: number) => {
    const names = new Set([...Object.keys(one), ...(times ? Object.keys(other) : [])])
    const sums = [...names].map(name => [name, (one[name] ?? 0) + times * (other[name] ?? 0)] as const)
    return Object.fromEntries(sums.filter(([, n]) => n))
  }

  /** Has these acts wait for a row somebody else has locked, one behind the other, and lets them go. */
  async function queued(id: number, of: readonly Act[]): Promise<readonly string[]> {
    const [{ resource } = { resource: integrationQueues }] = of
    const holder = await world.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query(`select 1 from ${(resource.table ?? resource.path).replaceAll('-', '_')} where id = $1 for update`, [id]) // prettier-ignore
      const going: Promise<Reply>[] = []
      for (const act of of) {
        going.push(doAct(world, act, id))
        await vi.waitFor(
          async () => {
            const { rows } = await holder.query<{ n: number }>(
              `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
            expect(rows[0]?.n).toBe(going.length)
          },
          { timeout: 2_500, interval: 4 },
        )
      }
      await holder.query('rollback')
      return (await Promise.all(going)).map(told)
    } finally {
      holder.release()
    }
  }

  test.each(acts.map(act => [nameOf(act), act] as const))(
    '%s of twelve is done as one after another',
    async (name, act) => {
      const alone = await standing(world, [act])
      const first = await effect(() => doAct(world, act, alone))
      const second = await effect(() => doAct(world, act, alone))
      expect(told(first.came)).toMatch(/^200 /)
      expect([name, second.came.status === 200]).toEqual([name, repeated.has(name)])

      const twelve = await standing(world, [act])
      const all = await effect(() => Promise.all(Array.from({ length: many }, () => doAct(world, act, twelve))))
      const expected = [told(first.came), ...Array.from({ length: many - 1 }, () => told(second.came))]
      expect(all.came.map(told).toSorted()).toEqual(expected.toSorted())
      expect(all.more).toEqual(sumOf(first.more, second.more, many - 1))

      // The same without luck: both are there before either is judged.
      expect(await queued(await standing(world, [act]), [act, act])).toEqual([told(first.came), told(second.came)])
    },
  )

  const pairs = acts.flatMap((one, at) =>
    acts.slice(at + 1).flatMap(other => {
      const state = sharedState(one, other)
      return state ? [{ one, other, state }] : []
    }),
  )
  test.each(pairs.map(pair => [nameOf(pair.one), pair.other.name, pair] as const))(
    '%s and %s leave what they leave one after the other',
    async (_one, _other, { one, other, state }) => {
      const both = [one, other]
      const serial = await standing(world, both, state)
      const expected = [told(await doAct(world, one, serial)), told(await doAct(world, other, serial))]
      expect(await queued(await standing(world, both, state), both)).toEqual(expected)
    },
  )

  test('of some sections there are pairs', () => {
    expect(pairs.length).toBeGreaterThan(40)
  })
})
