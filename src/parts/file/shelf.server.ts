import { sql } from 'kysely'
import { invalid } from '#kernel/problem.ts'
import { showBytes } from '#kernel/show.ts'
import { refuseOverDay, takeOfDay } from '#parts/file/day.server.ts'
import type { Ctx } from '#server/operation.ts'

/** The files of one row: the papers of a client, the photos of a station. */
export interface FileShelf {
  /** Where they are, the column that says whose, and the table of those. */
  readonly table: string
  readonly by: string
  readonly of: string
  /** The column of those that says of which client they are. */
  readonly client: 'id' | 'client_id'
  /** Bytes they may take together. */
  readonly limit: number
  /** 'Os documentos deste cliente', 'os documentos do cliente'. */
  readonly all: string
  readonly among: string
}

/** Throws a 422 of `file` where so many bytes more would be too many; checked before a file is stored: what is refused takes no room. */
export async function refuseOverflow(ctx: Ctx, shelf: FileShelf, owner: number, size: number) {
  await refuseOverSum(ctx, shelf, owner, size)
  await refuseOverDay(ctx, await clientOf(ctx, shelf, owner), size)
}

/**
 * The same in the transaction that stores the file: its owner is locked before its files are added up, so that another one stored at
 * the same moment waits, and is counted. `beside`: bytes this transaction stores there later.
 */
export async function takeRoom(ctx: Ctx, shelf: FileShelf, owner: number, size: number, beside = 0) {
  const client = await clientOf(ctx, shelf, owner, sql`for no key update`)
  await refuseOverSum(ctx, shelf, owner, size + beside)
  await takeOfDay(ctx, client, size)
}

async function clientOf({ sql: db }: Ctx, { of, client }: FileShelf, owner: number, lock = sql``) {
  const { rows } = await sql<{ client: number }>`
    select ${sql.ref(client)} as client from ${sql.table(of)} where id = ${owner} ${lock}`.execute(db)
  return rows[0]?.client ?? null
}

async function refuseOverSum({ sql: db }: Ctx, { table, by, limit, all }: FileShelf, of: number, size: number) {
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(size), 0)::float8 as held from ${sql.table(table)}
    where ${sql.ref(by)} = ${of} and deleted_at is null`.execute(db)
  if ((rows[0]?.held ?? 0) + size > limit)
    throw invalid({ file: `${all} já ocupam ${showBytes(limit)}. Exclua o que não serve mais.` })
}

/** Refuses a file that is already there. A lock makes a concurrent upload wait, so that it is counted. */
export async function refuseTwin({ sql: db }: Ctx, { table, by, of, among }: FileShelf, owner: number, sha256: string) {
  await sql`select 1 from ${sql.table(of)} where id = ${owner} for no key update`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)}
    where ${sql.ref(by)} = ${owner} and sha256 = ${sha256} and deleted_at is null limit 1`.execute(db)
  if (rows[0]) throw invalid({ file: `Este arquivo já está entre ${among}, como “${rows[0].name}”.` })
}

/** A file renamed keeps its extension. */
export const nameWithExtension = <D extends { readonly name?: string }>(
  draft: D,
  { ext }: { readonly ext: string },
): D =>
  draft.name === undefined || draft.name.toLowerCase().endsWith(`.${ext}`)
    ? draft
    : { ...draft, name: `${draft.name.slice(0, 155)}.${ext}` }

/** A deleted file comes back under the rules by which a new one comes. */
export async function refuseReturn(
  ctx: Ctx,
  shelf: FileShelf,
  owner: number,
  { id, size }: { readonly id: number; readonly size: number },
) {
  // The hash is no one's to read: it is not in the row.
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from ${sql.table(shelf.table)} where id = ${id}`.execute(ctx.sql)
  await refuseTwin(ctx, shelf, owner, rows[0]?.sha256 ?? '')
  await refuseOverSum(ctx, shelf, owner, size)
}
