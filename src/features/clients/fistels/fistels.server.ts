import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { invalid } from '#kernel/problem.ts'
import { showDate } from '#kernel/show.ts'
import { shownTo } from '#parts/shown/shown.server.ts'
import { extend } from '#server/extend.ts'
import type { Ctx } from '#server/operation.ts'

/** The first time it was in use is over: a day past its end would leave the tenure without one. */
async function refuseSince({ sql: db }: Pick<Ctx, 'sql'>, fistel: number, since: string | null | undefined) {
  if (!since) return
  const { rows } = await sql<{ until: string | null }>`
    select until::text from fistel_tenures where fistel_id = ${fistel} order by since limit 1`.execute(db)
  const until = rows[0]?.until ?? null
  if (until !== null && since > until)
    throw invalid({ since: `O fistel esteve em uso até ${showDate(until)}: informe um dia até esse.` })
}

const extension = extend(fistels, {
  derived: {
    held_since: alias =>
      `coalesce((select min(n.since) from fistel_tenures n where n.fistel_id = ${alias}.id), ${alias}.since)`,
  },
  beforeUpdate: async (draft, row, ctx) => {
    if (draft.since !== row.since) await refuseSince(ctx, row.id, draft.since)
    return draft
  },
  visible: ({ user, alias, declared }) => (isStaff(user) ? declared : sql`(${declared} and ${shownTo(user, alias)})`),
})

export const fistelsOnServer: ServerFeature = { extensions: [extension] }
