import { sql } from 'kysely'
import { accessOf, clientCases, owners, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { Principal, World } from '#test/support/world.ts'

/** An obligation of an own client, or of a foreign one. */
function obligationOf(world: World, who: Principal, status: number) {
  const { sees } = accessOf[who]
  const owner = owners.find(each => sees.includes(each) === (status === 200)) ?? 'A1'
  return { client: world.target('clients', owner)?.uuid, obligation: 'fust', period: '2025-11' }
}

export const obligationsMatrix: MatrixCases = {
  'calendar.feed': () => [{ about: 'an invented link', url: `/calendar/${'x'.repeat(43)}.ics`, status: 404 }],
  'obligations.index': (world, who) => [
    { about: 'all of theirs', url: 'obligations?month=2026-11', status: 200 },
    ...clientCases(world, who, client => `obligations?month=2026-11&client=${client}`),
  ],
  'obligations.concluir': (world, who) =>
    clientCases(world, who, () => 'obligations/concluir').map(each => ({
      ...each,
      body: { items: [obligationOf(world, who, each.status)], done_on: '2026-01-05' },
      before: () => sql`delete from client_obligations`.execute(world.db),
    })),
  'obligations.reabrir': (world, who) =>
    clientCases(world, who, () => 'obligations/reabrir').map(each => {
      const items = [obligationOf(world, who, each.status)]
      const done = { body: { items, done_on: '2026-01-05' } }
      const before = () => world.call('superAdmin', 'PUT', 'obligations/concluir', done)
      return { ...each, body: { items }, before }
    }),
}
