import { sql } from 'kysely'
import { holdsAll, isStaff, type Rights } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import type { StoredOf } from '#kernel/resource.ts'
import { passwordErrors } from '#features/people/auth/password-rules.ts'
import type { Passwords } from '#features/people/auth/passwords.server.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { copyInvitation, readUserAccess } from '#features/people/users/api.ts'
import { users } from '#features/people/users/users.ts'
import { isOutside } from '#parts/person/linked.server.ts'
import { record, type Changes } from '#server/audit.ts'
import { extend } from '#server/extend.ts'
import { doneAnswer, type Ctx, type Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

interface SignIns {
  readonly last: string | null
  readonly live: readonly {
    readonly uuid: string
    readonly agent: string
    readonly ip: string
    readonly created_at: string
    readonly last_used_at: string
    readonly using: boolean
  }[]
}
/** What users need of sign-in. */
interface UserSignIn {
  readonly passwords: Passwords
  readonly endSessions: (db: Sql, user: number) => Promise<void>
  /** Sends a link to choose the first password. */
  readonly invite: (
    ctx: Ctx,
    person: { readonly id: number; readonly uuid: string; readonly name: string; readonly email: string },
  ) => Promise<void>
  /** The same link, for who asks to hand it over; the earlier ones die. */
  readonly invitationLink: (ctx: Ctx, id: number) => Promise<string>
  /** The live sessions of somebody, the latest used first, and when they last signed in. */
  readonly signInsOf: (db: Sql, user: number) => Promise<SignIns>
  /** Removes the second factors of somebody who lost them. */
  readonly resetFactors: (
    ctx: Ctx,
    person: { readonly id: number; readonly name: string; readonly email: string },
  ) => Promise<void>
  /** What somebody answers for, in words: '12 clientes e 3 coletas'; null where it is nothing. */
  readonly holds: (ctx: Ctx, user: number) => Promise<string | null>
}

/** Checks who may change whom; passwords are stored as hashes. */
const extensionWith = ({
  passwords,
  endSessions,
  invite,
  invitationLink,
  signInsOf,
  resetFactors,
  holds,
}: UserSignIn) => {
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
    derived: {
      outside: alias => `(select op.audience <> 'equipe' from profiles op where op.id = ${alias}.profile_id)`,
      segundo_fator: alias =>
        `exists (select from user_factors f where f.user_id = ${alias}.id and f.confirmed_at is not null)`,
    },
    /** Refuses changes to users with more rights than the actor: of their password or e-mail, or their restoration. */
    guard: async ({ id, profile_id }, ctx) => {
      if (id !== ctx.user.id && (await isAbove(ctx, profile_id)))
        throw problem('forbidden', 'Esta pessoa pode mais do que você: só quem pode tudo o que ela pode a altera.')
    },
    beforeCreate: async (draft, ctx) => {
      await refuseHigher(ctx, draft.profile_id)
      await refuseForeign(ctx, draft, draft.empresa_id)
      await refuseClientless(ctx, draft.profile_id, draft.clientUser)
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
      const { profile_id, clientUser } = { ...row, ...draft }
      // Who has none already, for their client was deleted, may still be given another name.
      if (profile_id !== row.profile_id || clientUser.length < row.clientUser.length)
        await refuseClientless(ctx, profile_id, clientUser)
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
      return takeClients(ctx, row.id)
    },
    beforeRevive: async (row, ctx) => {
      await refuseForeign(ctx, row, row.empresa_id)
      if (!(await giveClientsBack(ctx, row))) await refuseClientless(ctx, row.profile_id, row.clientUser, gone)
    },
    actions: {
      convidar: async (row, ctx) => {
        await refuseInvited(ctx, row.id)
        await invite(ctx, row)
        await record(ctx, users, row.id, 'convidar', {})
        return row
      },
      'redefinir-segundo-fator': async (row, ctx) => {
        await resetFactors(ctx, row)
        await record(ctx, users, row.id, 'redefinir-segundo-fator', {})
        return row
      },
    },
    operations: [copyRoute(invitationLink), accessRoute(signInsOf)],
    /** Everyone sees themselves; people of a client see nobody else. */
    visible: ({ user, alias, declared }) => {
      const self = sql`${sql.ref(`${alias}.id`)} = ${user.id}`
      return isStaff(user) ? sql`(${declared} or ${self})` : self
    },
  })
}

/** Its answer is the only place where the link is: of the token the database has a hash, and history only that there is one. */
const copyRoute = (invitationLink: UserSignIn['invitationLink']) =>
  serve(copyInvitation, async (ctx, input) => {
    const { id, active } = await ctx.rows(users).lock(input.id)
    if (!active) throw problem('conflict', 'Usuário inativo: reative antes.')
    await refuseInvited(ctx, id)
    const url = await invitationLink(ctx, id)
    await record(ctx, users, id, 'copiar-convite', {})
    return doneAnswer(200, 'Link criado. Os convites anteriores deixaram de valer.', { url })
  })

/** Where somebody sits is not shown to who may do less than they. */
const accessRoute = (signInsOf: UserSignIn['signInsOf']) =>
  serve(readUserAccess, async (ctx, input) => {
    const { id, profile_id } = await ctx.rows(users).find(input.id, [])
    const { last, live } = await signInsOf(ctx.sql, id)
    return {
      data: {
        last_sign_in: last,
        last_used_at: live[0]?.last_used_at ?? null,
        has_password: await hasPassword(ctx, id),
        devices: (await isAbove(ctx, profile_id)) ? null : [...live],
      },
    }
  })

async function refuseInvited(ctx: Ctx, id: number) {
  if (await hasPassword(ctx, id))
    throw problem('conflict', 'Esta pessoa já tem senha. Se a esqueceu, ela pede outra na tela de entrada.')
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

const lacking = 'Escolha ao menos um cliente: sem ele, quem tem este perfil entra e não vê nada.'
const gone =
  'Os clientes desta pessoa não existem mais, ou são de outra empresa. Registre a pessoa de novo, com os de agora.'
/** People of clients see what hangs on theirs: without one they would sign in and see nothing. */
async function refuseClientless(ctx: Ctx, profile: number, clients: readonly object[] = [], said = lacking) {
  if (!clients.length && (await isOutside(ctx, profile))) throw invalid({ clientUser: said })
}

/** Who is deleted is nobody's at any client: history has whose they were. */
async function takeClients({ sql: db }: Ctx, id: number): Promise<Changes> {
  const { rows } = await sql<{ client_id: number }>`
    delete from clients_client_users where user_id = ${id} returning parent_id as client_id`.execute(db)
  return rows.length ? { clientUser: [rows, []] } : {}
}

/** Those of the clients they had that are still there, and of their company; answers how many. */
async function giveClientsBack({ sql: db }: Ctx, { id, empresa_id }: { id: number; empresa_id: number | null }) {
  const { rows } = await sql`
    with last as (
      select changes from audit_events where resource = 'users' and row_id = ${id} and event = 'users.destroy' order by id desc limit 1)
    insert into clients_client_users (parent_id, position, user_id)
    select c.id, 1 + coalesce((select max(o.position) from clients_client_users o where o.parent_id = c.id), 0), ${id}
    from last, json_array_elements(last.changes -> 'clientUser' -> 0) line
    join clients c on c.id = (line ->> 'client_id')::bigint and c.deleted_at is null
    where ${empresa_id}::bigint is null or c.empresa_responsavel_id = ${empresa_id}
    returning id`.execute(db)
  return rows.length
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

/** A user who will see less than now must first hand over the work they answer for. */
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
