import { sql } from 'kysely'
import type { Sql } from '#server/operation.ts'
import type { Part } from '#server/part.ts'

/** Rows deleted by one statement: nobody waits long for it. */
const atOnce = 1_000

/** Deletes rows for good, a thousand at a time. Answers how many. */
export async function forget(db: Sql, table: string, where: Part, signal?: AbortSignal): Promise<number> {
  return inChunks(async () => {
    signal?.throwIfAborted()
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${where} limit ${atOnce}))`.execute(db)
    return Number(numAffectedRows ?? 0)
  })
}

/** Does a part of something again until nothing is left to do. Answers how much was done. */
export async function inChunks(part: () => Promise<number>): Promise<number> {
  for (let all = 0; ;) {
    const done = await part()
    all += done
    if (!done) return all
  }
}
