import { sql } from 'kysely'
import { listQuery } from '#kernel/page.ts'
import type { Pending } from '#features/clients/documents/schema.ts'
import { documents, documentTypes } from '#features/clients/documents/documents.ts'
import { pendingOf } from '#features/clients/documents/pending.ts'
import { hasLeft } from '#parts/tenure/tenure.server.ts'
import type { Ctx } from '#server/operation.ts'

const everyActive = { pagination: 'false', active: 'true' }

/** Maps clients to papers missing, expired or about to expire; clients the office no longer files for are left out. */
export async function pendingPapersOf(
  ctx: Ctx,
  ids: readonly number[],
  today: string,
): Promise<ReadonlyMap<number, readonly Pending[]>> {
  const { rows: left } = await sql<{ id: number }>`
    select c.id from clients c where c.id = any(${ids}::bigint[]) and ${sql.raw(hasLeft('c'))}`.execute(ctx.sql)
  const gone = new Set(left.map(({ id }) => id))
  const asked = ids.filter(id => !gone.has(id))
  if (!asked.length) return new Map()
  const types = await ctx.rows(documentTypes).list(listQuery(documentTypes, everyActive))
  const held = await ctx.rows(documents).list(
    listQuery(documents, {
      ...everyActive,
      columns: 'client,document_type,valid_until',
      'filter[client_id][in]': asked.join(),
    }),
  )
  const papersOf = (id: number) => held.filter(({ client_id }) => client_id === id)
  return new Map(asked.map(id => [id, pendingOf(types, papersOf(id), today)]))
}
