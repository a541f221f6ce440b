import { sql } from 'kysely'
import type { Ctx } from '#server/operation.ts'

/** One at a time reads a return, undoes one, or decides about one of its lines: each finds what the one before it wrote. */
export async function takeTurn(ctx: Ctx) {
  await sql`select pg_advisory_xact_lock(86)`.execute(ctx.sql)
}
