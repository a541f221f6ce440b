import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import { invalid } from '#kernel/problem.ts'
import { slugOf } from '#kernel/text.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { downloadKml, readKmlFile, type KmlAnswer, type KmlTown } from '#features/network/stations/kml/api.ts'
import { kmlTypes } from '#features/network/stations/kml/kml.ts'
import type { CodedKml } from '#features/network/stations/kml/towns.server.ts'
import { kmlOf } from '#features/network/stations/kml/write.ts'
import { iconOf, markOfIcon } from '#features/network/stations/map/map.ts'
import { networkOfClient } from '#features/network/stations/map/map.server.ts'
import { Ended, workInChild } from '#parts/child/child.server.ts'
import type { Asker } from '#parts/child/turns.ts'
import { Answer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'
import { Memory, pack, Zip } from '#server/zip.ts'

const writing = serve(downloadKml, async (ctx, { query: { format }, ...input }) => {
  const client = await ctx.rows(clients).find(input.client, [])
  const { data } = await networkOfClient(ctx, client.id)
  const markOf = await marksOf(ctx)
  const document = Buffer.from(kmlOf({ title: client.name, ...data, markOf }))
  return new Answer(200, format === 'kmz' ? await zipped(document) : document, {
    'Content-Type': kmlTypes[format],
    'Content-Disposition': `attachment; filename="rede_${slugOf(client.name).slice(0, 80) || 'cliente'}.${format}"`,
  })
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

const reading = serve(readKmlFile, async (ctx, { body }) => {
  const read = await readApart(body, { user: ctx.user.id })
  if (typeof read === 'string') throw invalid({ file: read })
  return { data: await withRows(ctx, read) }
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

const operations = [writing, reading]

export const kmlOnServer: ServerFeature = { operations: () => operations }
