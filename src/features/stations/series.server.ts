import * as z from 'zod'
import { doneJson, integer, list, shape } from '#kernel/json.ts'
import { invalid, Problem } from '#kernel/problem.ts'
import { permission } from '#kernel/access.ts'
import { count } from '#kernel/text.ts'
import { stations } from '#features/stations/stations.ts'
import { newDraftIn } from '#server/crud.ts'
import { Answer, done, operation, type Ctx } from '#server/operation.ts'

/** As many as a spreadsheet of towers has, and a write that makes nobody wait. */
const most = 100
const series = z.strictObject({
  stations: z
    .array(z.record(z.string(), z.unknown()), 'Informe uma lista.')
    .min(1, 'Informe ao menos uma estação.')
    .max(most, `Registre no máximo ${most} estações por vez.`),
})

/** Several stations in one write: all of them, or none. */
export const createSeries = operation<unknown, unknown, z.infer<typeof series>>({
  access: 'permission',
  scope: stations,
  id: permission(stations, 'serie'),
  summary: 'Registrar várias estações de uma vez',
  method: 'POST',
  url: '/api/v1/stations/serie',
  rate: 'write',
  audit: permission(stations, 'store'),
  body: series,
  answers: { 201: doneJson(shape({ ids: list(integer) })) },
  handle: async (ctx, { body }) => {
    const made = await ctx.rows(stations).createAll(body.stations.map((draft, at) => draftAt(ctx, draft, at)))
    const registered = `${count(made.length, stations.text)} ${made.length === 1 ? 'registrada' : 'registradas'}.`
    return new Answer(201, done(201, registered, { ids: made.map(({ id }) => id) }))
  },
})

/** What is wrong with one of them is told under its place in the list. */
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
