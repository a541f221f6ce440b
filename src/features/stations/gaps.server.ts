import { isStaff } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { integer, list, shape, string } from '#kernel/json.ts'
import { listQuery } from '#kernel/page.ts'
import { gapsOn } from '#features/stations/gaps.ts'
import { stations } from '#features/stations/stations.ts'
import { numberSaid } from '#parts/setting/setting.server.ts'
import { licenceDays } from '#parts/setting/setting.ts'
import { operation } from '#server/operation.ts'

/** How many of the stations the reader sees lack something, each with the query of the list that shows them. */
export const stationGaps = operation({
  access: 'permission',
  scope: stations,
  id: 'stations.pendencias',
  summary: 'Contar o que falta nas estações para a coleta anual',
  method: 'GET',
  url: '/api/v1/stations/pendencias',
  rate: 'read',
  audit: null,
  answers: {
    200: shape({
      data: list(
        shape({
          key: string,
          label: string,
          query: { type: 'object', additionalProperties: { type: 'string' } },
          count: integer,
        }),
      ),
    }),
  },
  handle: async ctx => {
    const rows = ctx.rows(stations)
    const data = []
    for (const gap of gapsOn(dayIn(new Date()).day, await numberSaid(ctx.sql, licenceDays)))
      data.push({ ...gap, count: await rows.count(listQuery(stations, gap.query, !isStaff(ctx.user))) })
    return { data }
  },
})
