import { sql } from 'kysely'
import { holdsAll, isStaff, type Rights } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import type { StoredOf } from '#kernel/resource.ts'
import { passwordErrors } from '#features/auth/password-rules.ts'
import type { Passwords } from '#features/auth/passwords.server.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { users } from '#features/users/users.ts'
import { record } from '#server/audit.ts'
import { extend } from '#server/extend.ts'
import type { Ctx, Sql } from '#server/operation.ts'

/** What users need of sign-in. */
interface UserSignIn {
  readonly passwords: Passwords
  readonly endSessions: (db: Sql, user: number) => Promise<void>
  /** Sends a link to choose the first password. */
  readonly invite: (
    ctx: Ctx,
    person: { readonly id: number; readonly uuid: string; readonly name: string; readonly email: string },
  ) => Promise<void>
  /** What somebody answers for, in words: '12 clientes e 3 coletas'; null where it is nothing. */
  readonly holds: (ctx: Ctx, user: number) => Promise<string | null>
}

/** Who may change whom; passwords are kept as hashes. */
const extensionWith = ({ passwords, endSessions, invite, holds }: UserSignIn) => {
  async function withHash<T extends UserDraft>(draft: T, { name, email }: UserDraft, { config }: Ctx): Promise<T> {
    if (!draft.password) return draft
    const wrong = await passwordErrors(draft.password, {
      product: config.APP_NAME,
      name: name ?? '',
      email: email ?? '',
    })
    if (wrong.length) throw invalid({ password: wrong })
    return { ...draft, password: await passwords.hash(draft.password) }
  }

  return extend(users, {
    /** Whoever may more than the actor is out of reach: by their password, their e-mail, or by coming back. */
    guard: async ({ id, profile_id }, ctx) => {
      if (id !== ctx.user.id && (await isAbove(ctx, profile_id)))
        throw problem('forbidden', 'Esta pessoa pode mais do que você: só quem pode tudo o que ela pode a altera.')
    },
    beforeCreate: async (draft, ctx) => {
      await refuseHigher(ctx, draft.profile_id)
      await refuseForeign(ctx, draft, draft.empresa_id)
      return withHash(draft, draft, ctx)
    },
    afterCreate: async (row, ctx) => {
      if (!(await hasPassword(ctx, row.id))) await invite(ctx, row)
    },
    beforeUpdate: async (draft, row, ctx) => {
      if (draft.profile_id !== undefined && draft.profile_id !== row.profile_id) {
        if (row.id === ctx.user.id) throw invalid({ profile_id: 'Ninguém muda o próprio perfil.' })
        await refuseHigher(ctx, draft.profile_id)
        await refuseLast(ctx, [row.id])
      }
      if (row.id === ctx.user.id && draft.empresa_id !== undefined && draft.empresa_id !== row.empresa_id)
        throw invalid({ empresa_id: 'Ninguém muda a própria empresa.' })
      if (row.id === ctx.user.id && draft.password)
        throw invalid({ password: 'Troque a própria senha em “Meu perfil”, informando a atual.' })
      await refuseForeign(ctx, draft, draft.empresa_id === undefined ? row.empresa_id : draft.empresa_id)
      await refuseNarrower(holds, ctx, draft, row)
      const kept = await withHash(draft, { ...row, ...draft }, ctx)
      if (kept.password) await endSessions(ctx.sql, row.id)
      return kept
    },
    beforeTurn: async (ids, active, ctx) => {
      if (active) return
      if (ids.includes(ctx.user.id)) throw problem('conflict', 'Ninguém inativa a si mesmo.')
      await refuseLast(ctx, ids)
      for (const id of ids) await endSessions(ctx.sql, id)
    },
    beforeRemove: async (row, ctx) => {
      if (row.id === ctx.user.id) throw problem('conflict', 'Ninguém exclui a si mesmo.')
      await refuseLast(ctx, [row.id])
      await refuseHolder(holds, ctx, row)
      await endSessions(ctx.sql, row.id)
    },
    beforeRevive: (row, ctx) => refuseForeign(ctx, row, row.empresa_id),
    actions: {
      convidar: async (row, ctx) => {
        if (await hasPassword(ctx, row.id))
          throw problem('conflict', 'Esta pessoa já tem senha. Se a esqueceu, ela pede outra na tela de entrada.')
        await invite(ctx, row)
        await record(ctx, users, row.id, 'convidar', {})
        return row
      },
    },
    /** Everyone sees themselves; people of a client see nobody else. */
    visible: ({ user, alias, declared }) => {
      const self = sql`${sql.ref(`${alias}.id`)} = ${user.id}`
      return isStaff(user) ? sql`(${declared} or ${self})` : self
    },
  })
}

async function hasPassword({ sql: db }: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from users where id = ${id} and password is not null`.execute(db)
  return rows.length > 0
}

/** Who belongs to a company is linked to clients of that company alone. */
async function refuseForeign({ sql: db }: Ctx, { clientUser }: Linked, company: number | null | undefined) {
  const ids = clientUser?.map(({ client_id }) => client_id) ?? []
  if (!ids.length || company == null) return
  const { rows } = await sql`
    select 1 from clients where id = any(${ids}::bigint[]) and empresa_responsavel_id is distinct from ${company}`.execute(
    db,
  )
  if (rows.length) throw invalid({ clientUser: 'Há clientes de outra empresa. Escolha os da empresa da pessoa.' })
}
interface Linked {
  readonly clientUser?: readonly { readonly client_id: number }[]
}

/** Does this profile make more of somebody than the user is? */
async function isAbove({ sql: db, user }: Ctx, profile: number): Promise<boolean> {
  const { rows } = await sql<Rights>`
    select is_admin, audience, allow_routes from profiles where id = ${profile}`.execute(db)
  return rows.some(rights => !holdsAll(user, rights))
}

/** Work is not left to who is no longer there to do it. */
async function refuseHolder(
  holds: UserSignIn['holds'],
  ctx: Ctx,
  { id, name }: { readonly id: number; readonly name: string },
  at?: string,
) {
  const held = await holds(ctx, id)
  if (held === null) return
  const said = `${name} responde por ${held}. Passe o trabalho a outra pessoa, em Equipe, antes disto.`
  throw at === undefined ? problem('conflict', said) : invalid({ [at]: said })
}

/** Whoever will see less than now hands over first what they answer for. */
async function refuseNarrower(
  holds: UserSignIn['holds'],
  ctx: Ctx,
  draft: UserDraft,
  row: UserDraft & { id: number; name: string },
) {
  const { empresa_id: company, profile_id: profile } = draft
  if (company != null && company !== row.empresa_id) await refuseHolder(holds, ctx, row, 'empresa_id')
  if (profile !== undefined && profile !== row.profile_id && (await isOutside(ctx, profile)))
    await refuseHolder(holds, ctx, row, 'profile_id')
}
type UserDraft = Partial<StoredOf<typeof users>>

/** Is it a profile of people outside the house? */
async function isOutside({ sql: db }: Ctx, profile: number): Promise<boolean> {
  const { rows } = await sql`select 1 from profiles where id = ${profile} and audience <> 'equipe'`.execute(db)
  return rows.length > 0
}

/** A profile may be given only by who holds all it holds: rights are handed on, never made. */
async function refuseHigher(ctx: Ctx, profile: number) {
  if (await isAbove(ctx, profile)) throw invalid({ profile_id: 'Este perfil pode mais do que o seu.' })
}

/** The last super-admin stays. Locks their rows, so that two requests cannot remove the last two. */
async function refuseLast({ sql: db }: Ctx, leaving: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u join profiles p on p.id = u.profile_id
    where p.is_admin and u.active and u.deleted_at is null order by u.id for update of u`.execute(db)
  if (rows.length && rows.every(({ id }) => leaving.includes(id)))
    throw problem('conflict', 'O último superadministrador não pode sair.')
}

export const usersOnServer = (signIn: UserSignIn): ServerFeature => ({ extensions: [extensionWith(signIn)] })
