import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { accessOf, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { World } from '#test/support/world.ts'

const ends_on = dayAfter(dayIn(new Date()).day, 30)
const mine = 'users/me/tokens'

/** A token of somebody, written apart from the product. */
async function tokenOf(world: World, user: number): Promise<string> {
  const { rows } = await sql<{ uuid: string }>`
    insert into api_tokens (user_id, kind, name, hash, hint, scopes, starts_at, ends_at, created_by)
    values (${user}, 'pessoal', 'Planilha', ${randomBytes(32)}, 'abcd', '{clients.index}', now(), now() + interval '9 days', ${user})
    returning uuid`.execute(world.db)
  return rows[0]?.uuid ?? ''
}

export const tokensMatrix: MatrixCases = {
  'users.me.tokens': () => [{ about: 'own', url: mine, status: 200 }],
  'users.me.tokens.permissoes': () => [{ about: 'own', url: `${mine}/permissoes`, status: 200 }],
  'users.me.tokens.store': () => [
    {
      about: 'what nobody has',
      url: mine,
      body: { name: 'Planilha', scopes: ['nada.disso'], ends_on },
      status: 422,
    },
  ],
  'users.me.tokens.destroy': async (world, who) => {
    const other = await tokenOf(world, world.people[who === 'staffB' ? 'staffA' : 'staffB'])
    const refused = [
      { about: 'missing', url: `${mine}/00000000-0000-4000-8000-000000000000`, status: 404 },
      { about: 'foreign', url: `${mine}/${other}`, status: 404 },
    ]
    if (accessOf[who].role === 'signedOut') return refused
    return [...refused, { about: 'own', url: `${mine}/${await tokenOf(world, world.people[who])}`, status: 200 }]
  },
  'tokens.index': () => [{ about: 'theirs', url: 'tokens', status: 200 }],
  'tokens.store': world => [
    {
      about: 'for a system',
      url: 'tokens',
      body: { name: 'ERP', scopes: ['clients.index'], ends_on, user_id: world.people.staffA },
      status: 201,
    },
  ],
  'tokens.destroy': async (world, who) => [
    { about: 'missing', url: 'tokens/00000000-0000-4000-8000-000000000000', status: 404 },
    { about: 'somebody’s', url: `tokens/${await tokenOf(world, world.people.staffA)}`, status: 200 },
    ...(who === 'adminA'
      ? [{ about: 'of another company', url: `tokens/${await tokenOf(world, world.people.staffB)}`, status: 404 }]
      : []),
  ],
}
