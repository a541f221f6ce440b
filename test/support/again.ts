import { sql, type Kysely } from 'kysely'
import type { openQueue } from '#server/jobs/queue.ts'

interface Row {
  readonly table: 'exports' | 'imports' | 'receipt_drops'
  readonly uuid: string
  readonly user_id: number
}

/** Killed too often before its next chunk a job is given up, and goes on when somebody asks for it again: whether this one was. */
export const askAgain = (
  db: Kysely<unknown>,
  queue: Pick<ReturnType<typeof openQueue>, 'again'>,
  { table, uuid, user_id }: Row,
): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const { rows } = await sql`update ${sql.table(table)} set state = 'na-fila', error = null
      where uuid = ${uuid} and state = 'falhou' and error like 'O trabalho parou no meio%' returning id`.execute(trx)
    if (rows.length) await queue.again(trx, uuid, { user_id })
    return rows.length > 0
  })
