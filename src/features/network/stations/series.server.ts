import { invalid, Problem } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { createStations } from '#features/network/stations/api.ts'
import { stations } from '#features/network/stations/stations.ts'
import { newDraftIn } from '#server/crud.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Several stations in one write: all of them, or none. */
export const seriesRoute = serve(createStations, async (ctx, { body }) => {
  const made = await ctx.rows(stations).createAll(body.stations.map((draft, at) => draftAt(ctx, draft, at)))
  const registered = `${count(made.length, stations.text)} ${made.length === 1 ? 'registrada' : 'registradas'}.`
  return new Answer(201, doneAnswer(201, registered, { ids: made.map(({ id }) => id) }))
})

/** Reads one draft. Throws a 422 with its errors under its index. */
function draftAt(ctx: Ctx, draft: unknown, at: number) {
  try {
    return newDraftIn(stations, ctx, draft)
  } catch (cause) {
    if (!(cause instanceof Problem) || !cause.detail.errors) throw cause
    throw invalid(
      Object.fromEntries(
        Object.entries(cause.detail.errors).map(([key, [why = '']]) => [`stations.${at}.${key}`, why]),
      ),
    )
  }
}
