import { sql } from 'kysely'
import { can, accountDutyOf, isStaff, type User } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { seenAs, type Caller, type House } from '#server/house.ts'
import type { AnyOperation, Sql } from '#server/operation.ts'

interface Seeing {
  readonly db: Sql
  readonly now: Date
  /** The operations a profile may be refused. */
  readonly reads: ReadonlySet<string>
  readonly person: House['person']
}
interface Viewing {
  readonly client_id: number
  readonly user_id: number | null
  readonly profile_id: number | null
}

/**
 * Answers who sends a request, and as whom they view where its header names one. It runs with every request, for a view ends
 * the moment its time, the viewer's rights or the person's link to the client do. It never falls back to the viewer's own
 * visibility.
 */
export function throughEyes(
  callerOf: House['authenticate'],
  { db, now, operations, person }: Pick<Seeing, 'db' | 'person'> & WhileOpen,
): House['authenticate'] {
  let reads: ReadonlySet<string> | null = null
  return async (headers, arriving) => {
    const caller = await callerOf(headers, arriving)
    const asked = headers[seenAs]
    if (!caller || asked === undefined) return caller
    reads ??= new Set(operations().flatMap(({ id, method }) => (method === 'GET' ? [id] : [])))
    const user = await eyesOf({ db, now: now(), reads, person }, caller, String(asked))
    if (!user) throw problem('forbidden', { message: 'A visão do cliente terminou.', data: { visao: 'terminada' } })
    return { ...caller, user }
  }
}
interface WhileOpen {
  readonly now: () => Date
  readonly operations: () => readonly AnyOperation[]
}

/** The person of this viewing as they are now, narrowed to what its viewer sees; null when it is over. */
async function eyesOf(seeing: Seeing, { user: viewer, session_id }: Caller, uuid: string): Promise<User | null> {
  const { db, now, person } = seeing
  if (!maySeeAs(viewer)) return null
  const { rows } = await sql<Viewing>`
    select v.client_id, v.user_id, v.profile_id from viewings v join clients c on c.id = v.client_id
    where v.uuid::text = ${uuid} and v.session_id = ${session_id} and v.ended_at is null
      and v.until > ${now.toISOString()}::timestamptz and c.deleted_at is null and not c.prospect
      and (${viewer.empresa_id}::bigint is null or c.empresa_responsavel_id = ${viewer.empresa_id})
      and (v.user_id is null or exists (
        select 1 from clients_client_users l where l.parent_id = v.client_id and l.user_id = v.user_id))`.execute(db)
  const found = rows[0]
  if (!found) return null
  const seen = found.user_id === null ? await standIn(db, found.profile_id) : await person(db, found.user_id)
  if (!seen || !mayBeSeen(seen, viewer)) return null
  return {
    ...seen,
    birthday: null,
    // What they would have to do first is nothing a viewer can do for them.
    redefinir_senha_apos_login: false,
    segundo_fator_ate: null,
    cadastrar_segundo_fator: false,
    empresa_id: seen.empresa_id ?? viewer.empresa_id,
    allow_routes: seen.allow_routes.filter(name => !seeing.reads.has(name) || can(viewer, name)),
    // The company they chose to look at is a filter of theirs, no limit.
    seen: { by: { ...viewer, empresa_visualizacao_id: null }, client: found.user_id === null ? found.client_id : null },
  }
}

export const maySeeAs = (viewer: User) =>
  isStaff(viewer) && can(viewer, 'clients.ver-como') && accountDutyOf(viewer) === null

/** People of clients alone, and none of a company the viewer does not see. */
export const mayBeSeen = (seen: User, viewer: User) =>
  !isStaff(seen) &&
  !seen.is_admin &&
  (viewer.empresa_id === null || seen.empresa_id === null || seen.empresa_id === viewer.empresa_id)

/** Somebody with this profile, where nobody has it yet; null when it is not in use. */
async function standIn(db: Sql, profile: number | null): Promise<User | null> {
  const { rows } = await sql<User['profile'] & Pick<User, 'is_admin' | 'allow_routes'>>`
    select uuid, slug, name, audience, is_admin, allow_routes from profiles
    where id = ${profile} and active and deleted_at is null`.execute(db)
  const found = rows[0]
  if (!found) return null
  const { is_admin, allow_routes, ...own } = found
  return {
    id: 0,
    uuid: '00000000-0000-0000-0000-000000000000',
    name: 'Cliente',
    email: '',
    birthday: null,
    empresa_id: null,
    empresa_visualizacao_id: null,
    redefinir_senha_apos_login: false,
    segundo_fator_ate: null,
    cadastrar_segundo_fator: false,
    profile: own,
    is_admin,
    allow_routes,
  }
}
