import { sql } from 'kysely'
import * as z from 'zod'
import { dayIn } from '#kernel/clock.ts'
import { integer, list, maybe, shape, string } from '#kernel/json.ts'
import { invalid } from '#kernel/problem.ts'
import { slugOf } from '#kernel/text.ts'
import { clients } from '#features/clients/clients.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { kmlLimits, type KmlAnswer, type KmlTown } from '#features/stations/kml/kml.ts'
import type { CodedKml } from '#features/stations/kml/towns.server.ts'
import { kmlOf } from '#features/stations/kml/write.ts'
import { iconOf, markOfIcon } from '#features/stations/map/map.ts'
import { networkOfClient } from '#features/stations/map/map.server.ts'
import { stations } from '#features/stations/stations.ts'
import { Ended, workInChild } from '#parts/child/child.server.ts'
import type { Asker } from '#parts/child/turns.ts'
import { fileBody } from '#parts/file/taken.server.ts'
import { key } from '#server/crud.ts'
import { Answer, operation, type AnyOperation, type Ctx } from '#server/operation.ts'
import { Memory, pack, Zip } from '#server/zip.ts'

const types = {
  kml: 'application/vnd.google-earth.kml+xml',
  kmz: 'application/vnd.google-earth.kmz',
} as const
const formatted = z.strictObject({ format: z.enum(['kml', 'kmz'], 'Escolha kml ou kmz.').default('kml') })

const writing = operation<{ client: string }, z.infer<typeof formatted>>({
  access: 'permission',
  scope: stations,
  id: 'stations.kml',
  summary: 'Baixar as estações e os enlaces de um cliente como KML ou KMZ',
  method: 'GET',
  url: '/api/v1/stations/kml/:client',
  rate: 'heavy',
  audit: null,
  params: z.object({ client: key }),
  query: formatted,
  answers: { 200: 'file' },
  gives: Object.values(types),
  handle: async (ctx, { params, query: { format } }) => {
    const client = await ctx.rows(clients).find(params.client, [])
    const { data } = await networkOfClient(ctx, client.id)
    const markOf = await marksOf(ctx)
    const document = Buffer.from(kmlOf({ title: client.name, ...data, markOf }))
    return new Answer(200, format === 'kmz' ? await zipped(document) : document, {
      'Content-Type': types[format],
      'Content-Disposition': `attachment; filename="rede_${slugOf(client.name).slice(0, 80) || 'cliente'}.${format}"`,
    })
  },
})

/** The drawing of each medium, by its row. */
async function marksOf({ sql: db }: Ctx) {
  const { rows } = await sql<{ id: number; slug: string | null }>`select id, slug from attendance_middles`.execute(db)
  const slugs = new Map(rows.map(({ id, slug }) => [id, slug]))
  return (medium: { readonly id: number } | null) => markOfIcon(iconOf(medium && slugs.get(medium.id)))
}

async function zipped(document: Buffer): Promise<Buffer> {
  const [year = 0, month = 0, day = 0] = dayIn(new Date()).day.split('-').map(Number)
  const file = new Memory()
  const zip = new Zip(file, { year, month, day })
  await zip.add('doc.kml', pack(document))
  await zip.close()
  return file.bytes()
}

const point = shape({ lat: { type: 'number' }, lng: { type: 'number' } })
const town = { ...shape({ id: integer, uuid: string, name: string }), type: ['object', 'null'] } as const
const reading = operation<unknown, unknown, Buffer>({
  access: 'permission',
  scope: stations,
  id: 'stations.kml.ler',
  summary: 'Ler um KML ou KMZ, sem gravar nada',
  method: 'POST',
  url: '/api/v1/stations/kml',
  rate: 'heavy',
  audit: null,
  // It is read outside any transaction.
  transaction: 'own',
  media: ['application/octet-stream'],
  limit: kmlLimits.bytes,
  body: fileBody,
  answers: {
    200: shape({
      data: shape({
        points: list(shape({ name: string, at: point, medium: maybe(string), town })),
        lines: list(shape({ name: string, ends: list(point), medium: maybe(string) })),
        left: list(shape({ name: string, why: string })),
        notes: list(string),
      }),
    }),
  },
  handle: async (ctx, { body }) => {
    const read = await readApart(body, { user: ctx.user.id })
    if (typeof read === 'string') throw invalid({ file: read })
    return { data: await withRows(ctx, read) }
  },
})

/** The codes of municipalities become rows of the cities. */
async function withRows({ sql: db }: Ctx, { points, ...read }: CodedKml): Promise<KmlAnswer> {
  const codes = [...new Set(points.flatMap(({ ibge }) => ibge ?? []))]
  const { rows } = await sql<KmlTown & { ibge: number }>`
    select id, uuid, label as name, ibge from cities where ibge = any(${codes}::integer[]) and active and deleted_at is null`.execute(
    db,
  )
  const towns = new Map(rows.map(({ ibge, ...row }) => [ibge, row]))
  return { ...read, points: points.map(({ ibge, ...point }) => ({ ...point, town: towns.get(ibge ?? 0) ?? null })) }
}

/** A hostile file ends the process that reads it, and not the server. */
async function readApart(bytes: Uint8Array, asker: Asker): Promise<CodedKml | string> {
  let found: CodedKml | string = tooMuch
  try {
    await workInChild<CodedKml | string>({ from: import.meta.url, name: 'kml-child' }, asker, { bytes }, told => {
      found = told
    })
  } catch (error) {
    if (!(error instanceof Ended)) throw error
  }
  return found
}
const tooMuch = 'O arquivo é grande ou complexo demais para ser lido. Divida-o em arquivos menores.'

const operations: readonly AnyOperation[] = [writing, reading]

export const kmlOnServer: ServerFeature = { operations: () => operations }
