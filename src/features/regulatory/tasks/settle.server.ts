import { sql } from 'kysely'
import { judgedSql } from '#features/regulatory/tasks/done.server.ts'
import type { House } from '#server/house.ts'
import type { Sql } from '#server/operation.ts'

/** Tasks that are judged in one transaction. */
const batch = 2_000

/**
 * Notes which tasks of obligations are done, so that nobody who asks for open ones judges them again; answers how many it noted. Triggers take
 * a note back with whatever changes it (migration 0351).
 */
export async function settleTasks({ database }: Pick<House, 'database'>, signal: AbortSignal): Promise<number> {
  let settled = 0
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const done = await doneAfter(database.kysely, after)
    settled += await database.kysely.transaction().execute(trx => settle(trx, done))
    const last = done.at(-1)
    if (last === undefined || done.length < batch) return settled
    after = last
  }
}

async function doneAfter(db: Sql, after: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id::float8 as id from client_tarefas t
    where t.id > ${after} and t.obligation is not null and not t.settled and t.deleted_at is null and ${sql.raw(judgedSql('t'))}
    order by t.id limit ${batch}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Those whose rows somebody else is changing are left for the next time. They are judged again once they are locked, by a statement of its own:
 * it alone sees what was committed until then.
 */
async function settle(trx: Sql, ids: readonly number[]): Promise<number> {
  if (!ids.length) return 0
  const { rows: locked } = await sql<{ id: number }>`
    select id::float8 as id from client_tarefas where id = any(${[...ids]}::bigint[]) for update skip locked`.execute(
    trx,
  )
  const { numAffectedRows } = await sql`
    update client_tarefas t set settled = true
    where t.id = any(${locked.map(({ id }) => id)}::bigint[]) and t.deleted_at is null and ${sql.raw(judgedSql('t'))}`.execute(
    trx,
  )
  return Number(numAffectedRows ?? 0)
}
