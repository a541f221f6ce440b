import * as z from 'zod'
import { dayIn } from '#kernel/clock.ts'
import { boolean, integer, list, maybe, shape, string } from '#kernel/json.ts'
import { collects } from '#features/collects/coleta/collects.ts'
import { filingsOf, holdingsOf } from '#features/collects/holdings.server.ts'
import { monthlyServices } from '#features/anatel/layouts.ts'
import { outcomes, yearRows, yearTo } from '#features/month/months.ts'
import type { Period } from '#parts/period/period.ts'
import { operation } from '#server/operation.ts'

const whole = (text: string, min: number, max: number) => z.coerce.number(text).int(text).min(min, text).max(max, text)
const reference = shape({ id: integer, uuid: string, name: string })
const owed: readonly string[] = monthlyServices

/** Twelve months of every client: what was delivered in time, late, or never. */
export const monthsOperation = operation<unknown, Period>({
  id: 'collects.quadro.meses',
  summary: 'Ver o quadro dos doze meses',
  method: 'GET',
  url: '/api/v1/collects/quadro/meses',
  access: 'permission',
  scope: collects,
  rate: 'heavy',
  audit: null,
  query: z.strictObject({ year: whole('Informe o ano.', 2000, 2100), month: whole('Informe o mês.', 1, 12) }),
  answers: {
    200: shape({
      months: list(shape({ year: integer, month: integer })),
      data: list(
        shape({
          client: reference,
          fistel: reference,
          empresa: maybe(shape({ id: integer, name: string })),
          service: string,
          lapsed: maybe(string),
          cells: list(
            shape({ outcome: { ...string, enum: Object.keys(outcomes) }, late: boolean, collect: maybe(string) }),
          ),
        }),
      ),
    }),
  },
  handle: async (ctx, { query }) => {
    const months = yearTo(query)
    const holdings = (await holdingsOf(ctx)).filter(({ term }) => term !== null && owed.includes(term))
    const filings = await filingsOf(ctx, holdings, months[0] ?? query, query)
    return { months, data: yearRows(holdings, filings, months, dayIn(new Date()).day) }
  },
})
