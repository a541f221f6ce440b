import { sql } from 'kysely'
import { accessOf, missingKeys, owners, sees, type MatrixCase, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { Principal, World } from '#test/support/world.ts'

const work = { at: '2026-03-04T17:32:00Z', device: 'a', over: null, before: {}, changed: { hide_report: true } }
const isWithoutRights = (who: Principal) => accessOf[who].role === 'withoutPermissions'
const isSignedOut = (who: Principal) => accessOf[who].role === 'signedOut'
const someoneElse = (who: Principal): Principal => (who === 'staffB' ? 'staffA' : 'staffB')

const uuidOf = async (world: World, who: Principal) => {
  const { rows } = await sql<{ uuid: string }>`select uuid from users where id = ${world.people[who]}`.execute(world.db)
  return rows[0]?.uuid ?? missingKeys.uuid
}

/** A draft of this principal, which makes a new row. */
async function draftOf(world: World, who: Principal): Promise<string> {
  const address = `/plans/create?${crypto.randomUUID()}`
  const { rows } = await sql<{ uuid: string }>`
    insert into form_drafts (user_id, resource, form, address, work, device, agent, at)
    values (${world.people[who]}, 'plans', ${address}, ${address}, '{"before":{},"changed":{}}', 'a', '', now())
    returning uuid`.execute(world.db)
  return rows[0]?.uuid ?? ''
}

/** Cases on a coleta of an own client, and of a foreign one. */
const coletaForms = (
  world: World,
  who: Principal,
  statusOf: (own: boolean) => number,
  given: (row: string) => Pick<MatrixCase, 'url' | 'body'>,
): readonly MatrixCase[] =>
  owners.map(owner => ({
    about: owner,
    ...given(world.target('collects', owner)?.uuid ?? ''),
    status: statusOf(sees(who, owner)),
    audits: 0,
  }))
const formUrl = (row: string) => `users/me/rascunhos/formulario?resource=collects&row=${row}&address=/collects/${row}`

/** A draft by its uuid: one's own, somebody else's, and none. */
const ownDraftCases = async (world: World, who: Principal, url: (draft: string) => string) => [
  { about: 'foreign', url: url(await draftOf(world, someoneElse(who))), status: 404 },
  { about: 'missing', url: url(missingKeys.uuid), status: 404 },
  ...(isSignedOut(who) ? [] : [{ about: 'own', url: url(await draftOf(world, who)), status: 200, audits: 0 }]),
]

export const draftsMatrix: MatrixCases = {
  'users.me.rascunhos': () => [{ about: 'own', url: 'users/me/rascunhos', status: 200 }],
  'users.me.rascunhos.formulario': (world, who) =>
    coletaForms(
      world,
      who,
      own => (own || isWithoutRights(who) ? 200 : 404),
      row => ({ url: formUrl(row) }),
    ),
  'users.me.rascunhos.guardar': async (world, who) => {
    const user = await uuidOf(world, who)
    return coletaForms(
      world,
      who,
      own => (isWithoutRights(who) ? 403 : own ? 200 : 404),
      row => ({
        url: 'users/me/rascunhos/formulario',
        body: { user, resource: 'collects', row, address: `/collects/${row}`, version: 1, ...work },
      }),
    )
  },
  'users.me.rascunhos.esquecer': (world, who) =>
    coletaForms(
      world,
      who,
      () => 200,
      row => ({ url: formUrl(row) }),
    ),
  'users.me.rascunhos.descartar': (world, who) => ownDraftCases(world, who, draft => `users/me/rascunhos/${draft}`),
  'users.me.rascunhos.restaurar': (world, who) =>
    ownDraftCases(world, who, draft => `users/me/rascunhos/${draft}/restaurar`),
}
