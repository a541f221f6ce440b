import { can, permission } from '#kernel/access.ts'
import { invalid, Problem, problem } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { drawLink, drawLinks, findLikeLinks, readLinkDrawing, redrawLink } from '#features/network/stations/draw/api.ts'
import { undoStations } from '#features/network/stations/api.ts'
import { drawings } from '#features/network/stations/draw/drawings.ts'
import { takeBackMade } from '#features/network/stations/draw/take-back.server.ts'
import { asDrafted, drawNew, drawOver, readDrawing } from '#features/network/stations/draw/write.server.ts'
import { linksLike } from '#features/network/stations/links.server.ts'
import { stationLinks, stations } from '#features/network/stations/stations.ts'
import { newDraftIn, versionIn } from '#server/crud.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const etag = ({ version }: { readonly version: number }) => ({ ETag: `"${version}"` })

/** Draws one link. Throws its errors under its index in the list. */
async function drawnAt(ctx: Ctx, draft: unknown, at: number): Promise<number> {
  try {
    return await drawNew(ctx, newDraftIn(drawings, ctx, draft))
  } catch (cause) {
    if (!(cause instanceof Problem) || !cause.detail.errors) throw cause
    throw invalid(
      Object.fromEntries(Object.entries(cause.detail.errors).map(([field, said]) => [`links.${at}.${field}`, said])),
    )
  }
}

const routes = [
  serve(readLinkDrawing, async (ctx, { id }) => {
    const read = await readDrawing(ctx, id)
    return new Answer(200, { data: read }, etag(read))
  }),
  serve(drawLink, async (ctx, { body }) => {
    const read = await readDrawing(ctx, await drawNew(ctx, newDraftIn(drawings, ctx, body)))
    return new Answer(201, doneAnswer(201, 'Enlace registrado com sucesso.', read), etag(read))
  }),
  serve(redrawLink, async (ctx, { id, body }) => {
    const before = await readDrawing(ctx, id)
    const draft = newDraftIn(drawings, ctx, { ...asDrafted(before), ...body })
    await drawOver(ctx, before, draft, versionIn(ctx))
    const read = await readDrawing(ctx, before.id)
    return new Answer(200, doneAnswer(200, 'Enlace salvo com sucesso.', read), etag(read))
  }),
  serve(drawLinks, async (ctx, { body }) => {
    const ids: number[] = []
    for (const [at, draft] of body.links.entries()) ids.push(await drawnAt(ctx, draft, at))
    const registered = `${count(ids.length, stationLinks.text)} ${ids.length === 1 ? 'registrado' : 'registrados'}.`
    return new Answer(201, doneAnswer(201, registered, { ids }))
  }),
  serve(findLikeLinks, async (ctx, { query }) => {
    const id = await ctx.rows(clients).locate(query.client_id)
    const medium = query.attendance_middle_id
    const found = await linksLike(
      ctx,
      {
        client_id: id,
        attendance_middle_id: medium === undefined ? null : Number(medium),
        ids: query.stations.split(',').map(Number),
      },
      Number(query.except ?? 0),
    )
    const data = []
    for (const like of found) data.push(await readDrawing(ctx, like))
    return { data }
  }),
  serve(undoStations, async (ctx, { body }) => {
    const needed = [...(body.links.length ? [stationLinks] : []), ...(body.stations.length ? [stations] : [])]
    if (needed.some(each => !can(ctx.user, permission(each, 'destroy')))) throw problem('forbidden')
    await takeBackMade(ctx, body)
    return doneAnswer(200, 'Registro desfeito.', { links: body.links.length, stations: body.stations.length })
  }),
]

export const drawOnServer: ServerFeature = {
  operations: () => routes,
  drafts: [{ form: drawings, of: stationLinks, makes: [drawLink.id], changes: [redrawLink.id] }],
}
