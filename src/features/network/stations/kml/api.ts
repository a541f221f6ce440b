import * as z from 'zod'
import { call } from '#kernel/call.ts'
import type { Point } from '#kernel/coordinates.ts'
import { list, string } from '#kernel/json.ts'
import { dataShape, listShape, shapeJson, valueShape } from '#kernel/wire.ts'
import { kmlLimits, kmlTypes } from '#features/network/stations/kml/kml.ts'
import type { MediaMark } from '#features/network/stations/map/map.ts'
import { stations } from '#features/network/stations/stations.ts'
import { fileBytes } from '#parts/file/taken.ts'

export const downloadKml = call.get('/stations/kml/:client', {
  id: 'stations.kml',
  summary: 'Baixar as estações e os enlaces de um cliente como KML ou KMZ',
  of: stations,
  rate: 'heavy',
  query: z.strictObject({ format: z.enum(['kml', 'kmz'], 'Escolha kml ou kmz.').default('kml') }),
  answer: 'file',
  gives: Object.values(kmlTypes),
})

const point = z.object({ lat: z.number(), lng: z.number() })
const town = z.object({ id: z.int(), uuid: z.string(), name: z.string() })
/** The municipality proposed for a point: a row of the cities, 'Campinas/SP'. */
export type KmlTown = z.infer<typeof town>
/** The style of our own files names it. */
const medium = valueShape<MediaMark>(string).nullable()
const readFile = z.object({
  /** `town`: null near a border, and outside all of them. */
  points: listShape(z.object({ name: z.string(), at: point, medium, town: town.nullable() })),
  lines: listShape(
    z.object({ name: z.string(), ends: valueShape<readonly [Point, Point]>(list(shapeJson(point))), medium }),
  ),
  /** What is not proposed, and why. */
  left: listShape(z.object({ name: z.string(), why: z.string() })),
  /** What else of the file is not read, or was changed, as sentences. */
  notes: listShape(z.string()),
})
/** A file as it was read: each point with its municipality. */
export type KmlAnswer = z.infer<typeof readFile>

export const readKmlFile = call.post('/stations/kml', {
  id: 'stations.kml.ler',
  summary: 'Ler um KML ou KMZ, sem gravar nada',
  of: stations,
  rate: 'heavy',
  audit: null,
  // It is read outside any transaction.
  transaction: 'own',
  media: ['application/octet-stream'],
  limit: kmlLimits.bytes,
  body: fileBytes,
  answer: dataShape(readFile),
})
