import { sql } from 'kysely'
import { actor } from '#kernel/access.ts'
import { showInstant } from '#kernel/show.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { endClientView, startClientView } from '#features/clients/clients/api.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { mayBeSeen, maySeeAs } from '#features/clients/clients/seeing.server.ts'
import { seenAs, type House } from '#server/house.ts'
import { doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Minutes: long enough to follow somebody on the phone, too short to be forgotten. */
const longestMinutes = 30
interface SeenPerson {
  readonly user_id: number | null
  readonly profile_id: number | null
  /** The name as history shows it. */
  readonly name: string
}

/** Routes to start and end the view as a client. `now` and `person` are the server's own. */
export const clientViewRoutes = (now: () => Date, person: House['person']): readonly AnyOperation[] => [
  serve(startClientView, async (ctx, { id, body }) => {
    if (!maySeeAs(ctx.user)) throw problem('forbidden')
    const client = await ctx.rows(clients).find(id)
    const seen =
      body.user === null ? await anybodyOf(ctx, client.id) : await personOf(ctx, person, client.id, body.user)
    const started = now()
    const until = new Date(started.getTime() + longestMinutes * 60_000).toISOString()
    const { rows } = await sql<{ uuid: string }>`
      insert into viewings (session_id, client_id, user_id, profile_id, started_at, until)
      values (${ctx.session_id}, ${client.id}, ${seen.user_id}, ${seen.profile_id}, ${started.toISOString()}, ${until})
      returning uuid`.execute(ctx.sql)
    await tell(ctx, client.id, 'ver-como', `Como ${seen.name}, até ${showInstant(until)} no máximo`)
    return doneAnswer(200, `Você vê como ${seen.name}.`, {
      uuid: rows[0]?.uuid ?? '',
      until,
      person: seen.user_id === null ? null : seen.name,
      client: { uuid: client.uuid, name: client.name },
    })
  }),
  serve(endClientView, async ctx => {
    const { rows } = await sql<{ client_id: number; since: string; name: string }>`
      update viewings v set ended_at = ${now().toISOString()}
      where v.uuid::text = ${ctx.request.headers[seenAs] ?? ''} and v.session_id = ${ctx.session_id} and v.ended_at is null
      returning v.client_id, v.started_at as since, coalesce(
        (select name from users u where u.id = v.user_id), (select name from profiles p where p.id = v.profile_id)) as name`.execute(
      ctx.sql,
    )
    const left = rows[0]
    if (!left) throw problem('missing', 'Você não está na visão de um cliente.')
    const span = `de ${showInstant(left.since)} a ${showInstant(now().toISOString())}`
    await tell(ctx, left.client_id, 'sair-da-visao', `Como ${left.name}, ${span}`)
    return doneAnswer(200, 'Você saiu da visão do cliente.', {})
  }),
]

/** One of the client's people, who may be looked as. */
async function personOf(ctx: Ctx, person: House['person'], client: number, uuid: string): Promise<SeenPerson> {
  const { rows } = await sql<{ id: number }>`
    select u.id from clients_client_users l join users u on u.id = l.user_id
    where l.parent_id = ${client} and u.uuid::text = ${uuid.toLowerCase()}`.execute(ctx.sql)
  const found = rows[0] && (await person(ctx.sql, rows[0].id))
  if (!found || !mayBeSeen(found, ctx.user))
    throw invalid({ user: 'Escolha uma pessoa que entra pelo cliente e está em uso.' })
  return { user_id: found.id, profile_id: null, name: found.name }
}

/** Of a client nobody enters for: somebody with the profile clients usually have. */
async function anybodyOf(ctx: Ctx, client: number): Promise<SeenPerson> {
  const { rows } = await sql<{ id: number; name: string; enters: boolean }>`
    select p.id, p.name, exists (
      select 1 from clients_client_users l join users u on u.id = l.user_id join profiles q on q.id = u.profile_id
      where l.parent_id = ${client} and u.active and u.deleted_at is null and q.active and q.deleted_at is null
        and q.audience = 'clientes') as enters
    from profiles p where p.audience = 'clientes' and not p.is_admin and p.active and p.deleted_at is null
    order by p.slug = 'cliente' desc,
      (select count(*) from users u where u.profile_id = p.id and u.active and u.deleted_at is null) desc, p.id
    limit 1`.execute(ctx.sql)
  const usual = rows[0]
  if (!usual) throw problem('conflict', 'Nenhum perfil de clientes está em uso: crie ou reative um antes.')
  if (usual.enters) throw invalid({ user: 'Escolha a pessoa do cliente.' })
  return { user_id: null, profile_id: usual.id, name: `alguém com o perfil ${usual.name}` }
}

/** A line of the client's history, by who is really there. */
const tell = ({ sql: db, request, user }: Ctx, client: number, event: string, said: string) =>
  sql`
  insert into audit_events (request_id, user_id, event, resource, row_id, changes, reason)
  values (${request.id}, ${actor(user).id}, ${`clients.${event}`}, 'clients', ${client}, '{}'::json, ${said})`.execute(
    db,
  )
