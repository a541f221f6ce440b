import { sql } from 'kysely'
import type { Problem } from '#kernel/problem.ts'
import type { Ctx } from '#server/operation.ts'

export type Attempt<T> =
  | { readonly result: T; readonly refusal?: undefined }
  | { readonly result?: undefined; readonly refusal: Problem }

/** Does all of a piece of work or none of it, within the caller's transaction; answers why it was refused. Throws other failures. */
export async function attemptWork<T>(ctx: Ctx, work: () => Promise<T>): Promise<Attempt<T>> {
  await sql`savepoint attempted`.execute(ctx.sql)
  try {
    const result = await work()
    await sql`release savepoint attempted`.execute(ctx.sql)
    return { result }
  } catch (thrown) {
    await sql`rollback to savepoint attempted`.execute(ctx.sql)
    const refusal = await ctx.problemOf(thrown)
    if (refusal.status >= 500) throw thrown
    return { refusal }
  }
}
