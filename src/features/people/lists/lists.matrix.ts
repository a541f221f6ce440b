import { sql } from 'kysely'
import { accessOf, missingKeys, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { Principal, World } from '#test/support/world.ts'

/** Makes a view of this principal, and answers its uuid. */
async function viewOf(world: World, who: Principal, audience = 'me'): Promise<string> {
  const { rows } = await sql<{ uuid: string }>`
    insert into list_views (list, name, search, user_id, audience)
    values ('clients', ${crypto.randomUUID()}, '', ${world.people[who]}, ${audience}) returning uuid`.execute(world.db)
  return rows[0]?.uuid ?? ''
}
const someoneElse = (who: Principal): Principal => (who === 'staffB' ? 'staffA' : 'staffB')
const isSignedOut = (who: Principal) => accessOf[who].role === 'signedOut'

export const listsMatrix: MatrixCases = {
  'users.me.lists': () => [{ about: 'own', url: 'users/me/listas/fistels', status: 200 }],
  'users.me.lists.update': () => [
    { about: 'own', url: 'users/me/listas/fistels', body: { columns: ['name'] }, status: 200, audits: 0 },
  ],
  'users.me.visoes.store': (_world, who) => [
    {
      about: 'own',
      url: 'users/me/listas/fistels/visoes',
      body: { name: `Do Pará, ${who}`, search: 'search=x' },
      status: 201,
      audits: 0,
    },
  ],
  'users.me.visoes.update': async (world, who) => [
    {
      about: 'foreign',
      url: `users/me/visoes/${await viewOf(world, someoneElse(who), 'all')}`,
      body: { name: 'Outro nome' },
      status: 404,
    },
    ...(isSignedOut(who)
      ? []
      : [
          {
            about: 'own',
            url: `users/me/visoes/${await viewOf(world, who)}`,
            body: { name: `Mudada, ${who}` },
            status: 200,
            audits: 0,
          },
        ]),
  ],
  'users.me.visoes.para-todos': async (world, who) => [
    { about: 'foreign', url: `users/me/visoes/${await viewOf(world, someoneElse(who))}/para-todos`, status: 404 },
    ...(isSignedOut(who)
      ? []
      : [{ about: 'own', url: `users/me/visoes/${await viewOf(world, who)}/para-todos`, status: 200, audits: 0 }]),
  ],
  'users.me.visoes.destroy': async (world, who) => [
    { about: 'foreign', url: `users/me/visoes/${await viewOf(world, someoneElse(who))}`, status: 404 },
    { about: 'missing', url: `users/me/visoes/${missingKeys.uuid}`, status: 404 },
    ...(isSignedOut(who)
      ? []
      : [{ about: 'own', url: `users/me/visoes/${await viewOf(world, who)}`, status: 200, audits: 0 }]),
  ],
  'users.me.menu-lateral': () => [{ about: 'own', url: 'users/me/menu-lateral', status: 200 }],
  'users.me.menu-lateral.update': () => [
    { about: 'own', url: 'users/me/menu-lateral', body: { groups: { Rede: false } }, status: 200, audits: 0 },
  ],
}
