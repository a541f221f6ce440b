import * as z from 'zod'
import { can, permission } from '#kernel/access.ts'
import { doneJson, integer, list, rowJson, shape } from '#kernel/json.ts'
import { invalid, Problem, problem } from '#kernel/problem.ts'
import { draftSchema } from '#kernel/schema.ts'
import { count } from '#kernel/text.ts'
import { clients } from '#features/clients/clients.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { drawings } from '#features/stations/draw/drawings.ts'
import { takeBackMade } from '#features/stations/draw/take-back.server.ts'
import { asDrafted, drawNew, drawOver, readDrawing } from '#features/stations/draw/write.server.ts'
import { linksLike } from '#features/stations/links.server.ts'
import { stationLinks, stations } from '#features/stations/stations.ts'
import { key, newDraftIn, versionIn } from '#server/crud.ts'
import { Answer, done, operation, type AnyOperation, type Ctx } from '#server/operation.ts'

const drawn = rowJson({ ...drawings, path: 'station-links.drawn' })
const common = { access: 'permission', scope: stationLinks } as const
const etag = ({ version }: { readonly version: number }) => ({ ETag: `"${version}"` })

const reading = operation<{ id: string }>({
  ...common,
  id: 'station-links.desenho',
  summary: 'Ver um enlace com as suas estações e conexões, como é desenhado',
  method: 'GET',
  url: '/api/v1/station-links/desenho/:id',
  rate: 'read',
  audit: null,
  params: z.object({ id: key }),
  answers: { 200: shape({ data: drawn }) },
  versioned: true,
  handle: async (ctx, { params }) => {
    const read = await readDrawing(ctx, params.id)
    return new Answer(200, { data: read }, etag(read))
  },
})

const drawing = operation<unknown, unknown, unknown>({
  ...common,
  id: 'station-links.desenhar',
  summary: 'Registrar um enlace com as suas conexões de uma vez',
  method: 'POST',
  url: '/api/v1/station-links/desenho',
  rate: 'write',
  audit: permission(stationLinks, 'store'),
  body: draftSchema(drawings.fields),
  answers: { 201: doneJson(drawn) },
  versioned: true,
  handle: async (ctx, { body }) => {
    const read = await readDrawing(ctx, await drawNew(ctx, newDraftIn(drawings, ctx, body)))
    return new Answer(201, done(201, 'Enlace registrado com sucesso.', read), etag(read))
  },
})

const redrawing = operation<{ id: string }, unknown, Readonly<Record<string, unknown>>>({
  ...common,
  id: 'station-links.redesenhar',
  summary: 'Alterar um enlace e as suas conexões de uma vez',
  method: 'PUT',
  url: '/api/v1/station-links/desenho/:id',
  rate: 'write',
  audit: permission(stationLinks, 'update'),
  params: z.object({ id: key }),
  body: draftSchema(drawings.fields, { partial: true }),
  answers: { 200: doneJson(drawn) },
  versioned: true,
  handle: async (ctx, { params, body }) => {
    const before = await readDrawing(ctx, params.id)
    const draft = newDraftIn(drawings, ctx, { ...asDrafted(before), ...body })
    await drawOver(ctx, before, draft, versionIn(ctx))
    const read = await readDrawing(ctx, before.id)
    return new Answer(200, done(200, 'Enlace salvo com sucesso.', read), etag(read))
  },
})

/** As many as stations come in a series. */
const most = 100
const several = z.strictObject({
  links: z
    .array(z.record(z.string(), z.unknown()), 'Informe uma lista.')
    .min(1, 'Informe ao menos um enlace.')
    .max(most, `Registre no máximo ${most} enlaces por vez.`),
})
const series = operation<unknown, unknown, z.infer<typeof several>>({
  ...common,
  id: 'station-links.serie',
  summary: 'Registrar vários enlaces com as suas conexões de uma vez',
  method: 'POST',
  url: '/api/v1/station-links/serie',
  rate: 'write',
  audit: permission(stationLinks, 'store'),
  body: several,
  answers: { 201: doneJson(shape({ ids: list(integer) })) },
  handle: async (ctx, { body }) => {
    const ids: number[] = []
    for (const [at, draft] of body.links.entries()) ids.push(await drawnAt(ctx, draft, at))
    const registered = `${count(ids.length, stationLinks.text)} ${ids.length === 1 ? 'registrado' : 'registrados'}.`
    return new Answer(201, done(201, registered, { ids }))
  },
})

/** What is wrong with one of them is told under its place in the list. */
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

const number = z.string().regex(/^\d{1,15}$/, 'Informe um código.')
const likeness = z.strictObject({
  client_id: number,
  attendance_middle_id: number.optional(),
  stations: z
    .string('Informe as estações.')
    .regex(/^\d{1,15}(,\d{1,15}){0,99}$/, 'Informe os códigos das estações, separados por vírgula.'),
  except: number.optional(),
})
const alike = operation<unknown, z.infer<typeof likeness>>({
  ...common,
  id: 'station-links.parecidos',
  summary: 'Ver os enlaces que unem as mesmas estações pelo mesmo meio',
  method: 'GET',
  url: '/api/v1/station-links/parecidos',
  rate: 'read',
  audit: null,
  query: likeness,
  answers: { 200: shape({ data: list(drawn) }) },
  handle: async (ctx, { query }) => {
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
  },
})

const ids = z.array(z.int().positive().max(Number.MAX_SAFE_INTEGER), 'Informe uma lista.').max(500, 'No máximo 500.')
const taken = z
  .strictObject({ links: ids.default([]), stations: ids.default([]) })
  .refine(({ links, stations: places }) => links.length + places.length > 0, 'Informe o que desfazer.')
const undoing = operation<unknown, unknown, z.infer<typeof taken>>({
  access: 'permission',
  scope: stations,
  id: 'stations.desfazer',
  summary: 'Desfazer o registro de enlaces e estações, todos ou nenhum',
  method: 'PUT',
  url: '/api/v1/stations/desfazer',
  rate: 'write',
  audit: permission(stations, 'destroy'),
  body: taken,
  answers: { 200: doneJson(shape({ links: integer, stations: integer })) },
  handle: async (ctx, { body }) => {
    const needed = [...(body.links.length ? [stationLinks] : []), ...(body.stations.length ? [stations] : [])]
    if (needed.some(each => !can(ctx.user, permission(each, 'destroy')))) throw problem('forbidden')
    await takeBackMade(ctx, body)
    return done(200, 'Registro desfeito.', { links: body.links.length, stations: body.stations.length })
  },
})

const operations: readonly AnyOperation[] = [reading, drawing, redrawing, series, alike, undoing]

export const drawOnServer: ServerFeature = { operations: () => operations }
