import { isStaff } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { listQuery } from '#kernel/page.ts'
import { countGaps } from '#features/network/stations/api.ts'
import { gapsOn } from '#features/network/stations/gaps.ts'
import { stations } from '#features/network/stations/stations.ts'
import { readNumberSetting } from '#parts/setting/setting.server.ts'
import { licenceDays } from '#parts/setting/setting.ts'
import { serve } from '#server/serve.ts'

/** How many of the stations the reader sees lack something, each with the query of the list that shows them. */
export const gapsRoute = serve(countGaps, async ctx => {
  const rows = ctx.rows(stations)
  const data = []
  for (const gap of gapsOn(dayIn(new Date()).day, await readNumberSetting(ctx.sql, licenceDays)))
    data.push({ ...gap, count: await rows.count(listQuery(stations, gap.query, !isStaff(ctx.user))) })
  return { data }
})
