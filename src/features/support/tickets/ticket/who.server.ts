import { sql } from 'kysely'
import { invalid, problem } from '#kernel/problem.ts'
import { refuseOutsider } from '#parts/person/person.server.ts'
import type { Ctx } from '#server/operation.ts'

/** A colleague drawn into a ticket of a client, and where that was written. */
interface DrawnColleague {
  readonly person: number
  readonly at: string
}

/** Refuses colleagues who could not open the ticket: not staff, of another company, or whose profile shows no tickets. */
export async function refuseBlind(ctx: Ctx, client: number, drawn: readonly DrawnColleague[]) {
  if (!drawn.length) return
  await refuseOutsider(ctx, ...drawn.map(({ person, at }) => ({ person, at, of: { client } })))
  const { rows } = await sql<{ id: number }>`
    select u.id from users u join profiles p on p.id = u.profile_id
    where u.id = any(${drawn.map(({ person }) => person)}::bigint[]) and not (p.is_admin or p.allow_routes::jsonb ? 'tickets.show')`.execute(
    ctx.sql,
  )
  const blind = new Set(rows.map(({ id }) => id))
  const wrong = drawn.filter(({ person }) => blind.has(person))
  const said = 'Esta pessoa não vê chamados: o perfil dela não permite. Escolha outra pessoa.'
  if (wrong.length) throw invalid(Object.fromEntries(wrong.map(({ at }) => [at, said])))
}

/** Refuses a requester who is not of the ticket's client: they would read what is another's. */
export async function refuseStranger(ctx: Ctx, client: number, person: number) {
  const { rows } = await sql`
    select 1 from clients_client_users where parent_id = ${client} and user_id = ${person}`.execute(ctx.sql)
  if (!rows.length)
    throw invalid({ requester_id: 'Esta pessoa não é deste cliente. Escolha um dos usuários do cliente.' })
}

/** A person of the client who hears of answers. */
export interface Hearer {
  readonly id: number
  readonly name: string
  readonly email: string
}

/**
 * Returns client users to notify, as far as they still belong to it: the one who opened the ticket and the requester. A question
 * about a coleta goes to all of them: any may answer it.
 */
export async function hearersOf(
  { sql: db }: Pick<Ctx, 'sql'>,
  {
    client_id,
    opened_user_id,
    requester_id,
    question,
  }: Readonly<Record<'client_id' | 'opened_user_id' | 'requester_id', number | null>> & { readonly question: boolean },
): Promise<readonly Hearer[]> {
  const { rows } = await sql<Hearer>`
    select u.id, u.name, u.email from users u join profiles p on p.id = u.profile_id
    where (${question} or u.id = any(${[opened_user_id, requester_id].filter(id => id !== null)}::bigint[]))
      and u.active and u.deleted_at is null and u.email is not null and p.audience = 'clientes'
      and exists (select 1 from clients_client_users l where l.parent_id = ${client_id} and l.user_id = u.id)
    order by u.id`.execute(db)
  return rows
}

/** Facts of a ticket for notices and mails after a message; not all of them are visible to its author. */
export interface DeskFacts {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly client_id: number
  readonly module_id: number
  readonly type_id: number
  readonly opened_user_id: number | null
  readonly requester_id: number | null
  readonly owner_id: number | null
  readonly reply_by: Date | string | null
  readonly state: string
  readonly question: boolean
}

/** Of a ticket its reader was shown already. */
export async function deskFactsOf({ sql: db }: Pick<Ctx, 'sql'>, id: number): Promise<DeskFacts> {
  const { rows } = await sql<DeskFacts>`
    select t.id, t.uuid, t.name, t.client_id, t.module_id, t.type_id, t.opened_user_id, t.requester_id, t.owner_id, t.reply_by,
      t.question, s.slug as state
    from tickets t join statuses s on s.id = t.status_id where t.id = ${id}`.execute(db)
  const [found] = rows
  if (!found) throw problem('missing')
  return found
}
