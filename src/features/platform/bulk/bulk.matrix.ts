import { sql } from 'kysely'
import { clients } from '#features/clients/clients/clients.ts'
import { accessOf, owners, sees, type MatrixCase, type MatrixCases } from '#test/support/matrix/cases.ts'
import { may } from '#test/support/matrix/permissions.ts'
import type { Principal, World } from '#test/support/world.ts'

/** An act of this user that is over and changed nothing. */
async function endedAct(world: World, who: Principal): Promise<string> {
  const { rows } = await sql<{ uuid: string }>`
    insert into bulk_acts (name, resource, act, query, state, user_id)
    values ('Inativar 1 plano', 'plans', 'disable', '', 'concluido', ${world.people[who] || null}) returning uuid`.execute(
    world.db,
  )
  return rows[0]?.uuid ?? ''
}

/** Cases on an act of one's own, and on one of somebody else, which nobody sees. */
const actCases = async (
  world: World,
  who: Principal,
  after: string,
  status: number,
): Promise<readonly MatrixCase[]> => [
  { about: 'own', url: `bulk-acts/${await endedAct(world, who)}${after}`, status },
  {
    about: 'of another',
    url: `bulk-acts/${await endedAct(world, who === 'superAdmin' ? 'adminA' : 'superAdmin')}${after}`,
    status: 404,
  },
]

export const bulkMatrix: MatrixCases = {
  // Another company's rows do not match: the number that was confirmed is wrong.
  'bulk-acts.agir': (world, who) =>
    Promise.all(
      owners.map(async owner => {
        const { id } = await world.make(clients, owner)
        const status = !may[accessOf[who].role]('clients', 'disable') ? 403 : sees(who, owner) ? 200 : 409
        return {
          about: owner,
          url: 'bulk-acts',
          body: { resource: 'clients', act: 'disable', query: `filter[id]=${id}`, count: 1 },
          status,
          audits: 2,
          besides: ['clients.disable'],
        }
      }),
    ),
  // Another company's rows are not among those that would change.
  'bulk-acts.previa': (world, who) =>
    Promise.all(
      owners.map(async owner => {
        const { id } = await world.make(clients, owner)
        const draft = { inscricao_estadual: '110.042.490.114' }
        return {
          about: owner,
          url: 'bulk-acts/previa',
          body: { resource: 'clients', query: `filter[id]=${id}`, draft },
          status: may[accessOf[who].role]('clients', 'update') ? 200 : 403,
        }
      }),
    ),
  'bulk-acts.ver': (world, who) => actCases(world, who, '', 200),
  'bulk-acts.desfazer': (world, who) => actCases(world, who, '/desfazer', 409),
  'bulk-acts.parar': (world, who) => actCases(world, who, '/parar', 409),
}
