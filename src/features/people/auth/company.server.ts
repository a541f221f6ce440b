import { sql } from 'kysely'
import { choosesCompany } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { note } from '#features/people/auth/people.server.ts'
import type { Ctx } from '#server/operation.ts'

/**
 * Keeps what who works for every company wants to see: one by id or uuid, or all (null, 'todos').
 * Answers its id. Throws a 403 to others and a 422 when there is no such company for them.
 */
export async function chooseCompany(
  { sql: trx, user, request }: Ctx,
  wanted: number | string | null,
): Promise<number | null> {
  if (!choosesCompany(user)) throw problem('forbidden')
  const every = wanted === null || wanted === 'todos'
  const { rows } = await sql<{ id: number }>`select id from empresas
    where deleted_at is null and (id::text = ${String(wanted)} or uuid::text = ${String(wanted).toLowerCase()}) for key share`.execute(
    trx,
  )
  const id = every ? null : rows[0]?.id
  if (id === undefined) throw invalid({ empresa_visualizacao_id: 'Esta empresa não existe mais.' })
  await sql`update users set empresa_visualizacao_id = ${id} where id = ${user.id}`.execute(trx)
  await note(trx, { request_id: request.id, user_id: user.id }, 'users.me.empresa', {
    empresa_visualizacao_id: [user.empresa_visualizacao_id, id],
  })
  return id
}
