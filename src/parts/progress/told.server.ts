import { sql } from 'kysely'
import { tableOf } from '#kernel/resource.ts'
import { notify } from '#parts/notice/notice.server.ts'
import type { NoticeKind } from '#parts/notice/notices.ts'
import type { JobEnd, JobResource, Work } from '#server/jobs/work.ts'

/** A user requested this work and waits for it: an import or an export. */
export const workEnded: NoticeKind = {
  name: 'trabalho-pronto',
  label: 'Importações e exportações',
  about: 'O que você pediu termina, ou falha.',
  of: ['imports', 'exports'],
  inDigest: false,
}

/** Notifies a user that their job ended; the callback makes the title from its row, and null sends nothing. */
export const tellsEnd =
  <R extends object>(
    of: JobResource,
    said: (row: R, error: string | null) => string | null,
  ): NonNullable<Work['ended']> =>
  async (ctx, { uuid, user_id, error }: JobEnd) => {
    const { rows } = await sql<R>`
      select * from ${sql.table(tableOf(of))} where uuid = ${uuid} and deleted_at is null`.execute(ctx.sql)
    const [row] = rows
    const title = row && said(row, error)
    if (title) await notify(ctx, { kind: workEnded, to: [user_id], of, uuid, title, self: true })
  }
