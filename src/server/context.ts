import type { AnyResource } from '#kernel/resource.ts'
import { problemOf } from '#server/duplicate.ts'
import type { Caller, House } from '#server/house.ts'
import { jobsFor } from '#server/jobs/open.ts'
import type { Ctx, RequestFacts, Sql } from '#server/operation.ts'
import { openRows } from '#server/rows/open.ts'

/** What a handler knows, of a request or of a job's chunk. `effects` gathers what is to run once the transaction is committed. */
export function contextOf(
  house: House,
  caller: Caller,
  request: RequestFacts,
  sql: Sql,
  effects: (() => Promise<void>)[],
): Ctx {
  const after = (effect: () => Promise<void>) => void effects.push(effect)
  const ctx: Ctx = {
    ...caller,
    sql,
    request,
    config: house.config,
    mail: house.mail,
    jobs: jobsFor(house.jobs, { sql, user: caller.user, after }),
    rows: <R extends AnyResource>(of: R) => openRows(house, of, ctx, true),
    unscoped: <R extends AnyResource>(of: R) => openRows(house, of, ctx, false),
    transact: work =>
      house.database.kysely.transaction().execute(trx => work(contextOf(house, caller, request, trx, effects))),
    rehearse: async work => {
      const trx = await house.database.kysely.startTransaction().execute()
      try {
        return await work(contextOf(house, caller, request, trx, []))
      } finally {
        await trx.rollback().execute()
      }
    },
    problemOf: (thrown, written) => problemOf(house.catalog, ctx, thrown, written),
    tell: changed => after(async () => house.events.tell(changed)),
    after,
  }
  return ctx
}
