import { dayIn } from '#kernel/clock.ts'
import { filingsOf, holdingsOf } from '#features/regulatory/collects/holdings.server.ts'
import { monthlyServices } from '#features/regulatory/anatel/layouts.ts'
import { readYearBoard } from '#features/regulatory/month/api.ts'
import { yearRows, yearTo } from '#features/regulatory/month/months.ts'
import { serve } from '#server/serve.ts'

const owed: readonly string[] = monthlyServices

/** Twelve months of every client: what was delivered in time, late, or never. */
export const monthsOperation = serve(readYearBoard, async (ctx, { query }) => {
  const months = yearTo(query)
  const holdings = (await holdingsOf(ctx)).filter(({ term }) => term !== null && owed.includes(term))
  const filings = await filingsOf(ctx, holdings, months[0] ?? query, query)
  return { months, data: yearRows(holdings, filings, months, dayIn(new Date()).day) }
})
