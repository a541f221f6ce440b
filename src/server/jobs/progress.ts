import { sql } from 'kysely'
import { tableOf } from '#kernel/resource.ts'
import type { LeasedJob } from '#server/jobs/queue.ts'
import type { ChunkResult, JobResource } from '#server/jobs/work.ts'
import type { Sql } from '#server/operation.ts'

/** These functions write a job's progress to its row. This is no edit: the version stays, and history shows only the end. */

const going = sql`state in ('na-fila', 'processando') and deleted_at is null`

export const lockJobRow = (db: Sql, of: JobResource, uuid: string) =>
  sql`select 1 from ${sql.table(tableOf(of))} where uuid = ${uuid} for no key update`.execute(db)

export async function beginRow(db: Sql, of: JobResource, uuid: string) {
  await sql`update ${sql.table(tableOf(of))} set state = 'processando', error = null, updated_at = now()
    where uuid = ${uuid} and ${going}`.execute(db)
}

export async function progressRow(
  db: Sql,
  of: JobResource,
  uuid: string,
  { rows_done, rows_total }: ChunkResult<unknown>,
) {
  await sql`update ${sql.table(tableOf(of))} set rows_done = ${rows_done}, rows_total = ${rows_total}, updated_at = now()
    where uuid = ${uuid} and ${going}`.execute(db)
}

export async function endRow(
  db: Sql,
  of: JobResource,
  { id, user_id, token_id }: LeasedJob,
  state: 'concluido' | 'falhou',
  error: string | null,
) {
  await sql`
    with ended as (
      update ${sql.table(tableOf(of))} set state = ${state}, error = ${error}, finished_at = now(), updated_at = now(), version = version + 1
      where uuid = ${id} and ${going} returning id)
    insert into audit_events (request_id, user_id, token_id, event, resource, row_id, changes)
    select ${id}, ${user_id}, ${token_id ?? null}::bigint, ${`${of.path}.${state === 'concluido' ? 'concluir' : 'falhar'}`}, ${tableOf(of)}, id,
      ${JSON.stringify({ state: ['processando', state], ...(error !== null && { error: [null, error] }) })}::json from ended`.execute(
    db,
  )
}
