import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { assigned } from '#parts/person/told.ts'
import { notify } from '#parts/notice/notice.server.ts'
import { notices } from '#parts/notice/notices.ts'
import { contextOf } from '#server/context.ts'
import type { Ctx } from '#server/operation.ts'
import { openWorld, rowsOf, type Principal, type World } from '#test/support/world.ts'

describe('what somebody is told of', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world?.close())

  /** Does it as somebody, in one transaction, and what is left for after it. */
  async function as(who: Principal, work: (ctx: Ctx) => Promise<unknown>) {
    const user = await world.house.person(world.db, world.people[who])
    if (!user) throw new Error(`${who} may not come in`)
    const request = { id: 'test', ip: '', agent: '', headers: {} }
    await contextOf(world.house, { user, session_id: 0 }, request, world.db, []).transact(work)
  }
  const tell = (to: readonly Principal[], more: Partial<Parameters<typeof notify>[1]> = {}) =>
    as('superAdmin', ctx =>
      notify(ctx, {
        kind: assigned,
        to: to.map(who => world.people[who]),
        of: clients,
        uuid: world.target('clients', 'A1')?.uuid ?? '',
        title: 'CANARIO Vale Fibra',
        ...more,
      }),
    )
  const ownOf = async (who: Principal) => rowsOf(await world.call(who, 'GET', 'notices?filter[read_at]='))
  const forget = () => sql`delete from notices where user_id <> 1`.execute(world.db)

  test('twelve at once of one kind and row are one notice, counted, for each', async () => {
    await Promise.all(Array.from({ length: 12 }, () => tell(['staffA', 'clientA'])))
    for (const who of ['staffA', 'clientA'] as const)
      expect(await ownOf(who)).toEqual([
        expect.objectContaining({ kind: 'atribuicao', times: 12, path: expect.stringMatching(/^\/clients\//) }),
      ])
    await forget()
  })

  test('whoever does it is not told, unless they asked; nor is who may not come in', async () => {
    await tell(['superAdmin', 'inactive', 'staffA'], { title: 'CANARIO de si' })
    const { rows } = await sql<{ user_id: number }>`select user_id from notices where title = 'CANARIO de si'`.execute(
      world.db,
    )
    expect(rows).toEqual([{ user_id: world.people.staffA }])
    await forget()
  })

  test('what one may no longer see is told no more, in any answer', async () => {
    await tell(['staffB', 'clientB', 'staffA'])
    const uuids = await sql<{ uuid: string }>`select uuid from notices where title like 'CANARIO%'`.execute(world.db)
    expect(uuids.rows).toHaveLength(3)
    for (const who of ['staffB', 'clientB', 'withoutRoutes'] as const)
      for (const url of [
        'notices',
        'notices?search=CANARIO',
        'notices/csv',
        ...uuids.rows.map(({ uuid }) => `notices/${uuid}`),
      ])
        expect((await world.call(who, 'GET', url)).text).not.toContain('CANARIO')
    expect(await ownOf('staffA')).toHaveLength(1)
    await sql`update clients set deleted_at = now() where uuid = ${world.target('clients', 'A1')?.uuid}`.execute(
      world.db,
    )
    expect(await ownOf('staffA')).toHaveLength(0)
    await sql`update clients set deleted_at = null where uuid = ${world.target('clients', 'A1')?.uuid}`.execute(
      world.db,
    )
    await forget()
  })

  test('what somebody chose not to be told is not written', async () => {
    await sql`insert into notice_choices values (${world.people.staffA}, 'atribuicao', false, false)`.execute(world.db)
    await tell(['staffA', 'clientA'])
    expect([await ownOf('staffA'), await ownOf('clientA')].map(rows => rows.length)).toEqual([0, 1])
    await sql`delete from notice_choices`.execute(world.db)
    await forget()
  })

  test('it is told to the screens of whom it is for, and of nobody else', async () => {
    const heard: unknown[] = []
    const deaf = world.house.events.hear(({ of, users }) => of === notices && heard.push(users))
    await as('superAdmin', ctx =>
      notify(
        { ...ctx, tell: changed => world.house.events.tell(changed) },
        { kind: assigned, to: [world.people.staffA], title: 'ao vivo', path: '/' },
      ),
    )
    deaf()
    expect(heard).toEqual([[world.people.staffA]])
    await forget()
  })
})
