import * as z from 'zod'
import { permission } from '#kernel/access.ts'
import { call } from '#kernel/call.ts'
import { draftSchema } from '#kernel/schema.ts'
import { dataShape, doneShape, listShape, rowShape } from '#kernel/wire.ts'
import { drawings } from '#features/network/stations/draw/drawings.ts'
import { seriesLimit } from '#features/network/stations/series.ts'
import {
  stationLinkProperties,
  stationLinkPropertyConnections,
  stationLinks,
  stations,
} from '#features/network/stations/stations.ts'

const drawnLink = rowShape({ ...drawings, path: 'station-links.drawn' })

export const readLinkDrawing = call.get('/station-links/desenho/:id', {
  id: 'station-links.desenho',
  summary: 'Ver um enlace com as suas estações e conexões, como é desenhado',
  of: stationLinks,
  answer: dataShape(drawnLink),
  versioned: true,
})
export const drawLink = call.post('/station-links/desenho', {
  id: 'station-links.desenhar',
  summary: 'Registrar um enlace com as suas conexões de uma vez',
  of: stationLinks,
  writes: [stationLinkProperties, stationLinkPropertyConnections, stations],
  audit: permission(stationLinks, 'store'),
  body: draftSchema(drawings.fields),
  status: 201,
  answer: doneShape(drawnLink),
  versioned: true,
})
export const redrawLink = call.put('/station-links/desenho/:id', {
  id: 'station-links.redesenhar',
  summary: 'Alterar um enlace e as suas conexões de uma vez',
  of: stationLinks,
  writes: [stationLinkProperties, stationLinkPropertyConnections, stations],
  audit: permission(stationLinks, 'update'),
  body: draftSchema(drawings.fields, { partial: true }),
  answer: doneShape(drawnLink),
  versioned: true,
})
export const drawLinks = call.post('/station-links/serie', {
  id: 'station-links.serie',
  summary: 'Registrar vários enlaces com as suas conexões de uma vez',
  of: stationLinks,
  writes: [stationLinkProperties, stationLinkPropertyConnections, stations],
  audit: permission(stationLinks, 'store'),
  body: z.strictObject({
    links: z
      .array(z.record(z.string(), z.unknown()), 'Informe uma lista.')
      .min(1, 'Informe ao menos um enlace.')
      .max(seriesLimit, `Registre no máximo ${seriesLimit} enlaces por vez.`),
  }),
  status: 201,
  answer: doneShape(z.object({ ids: listShape(z.int()) })),
})

const rowId = z.string().regex(/^\d{1,15}$/, 'Informe um código.')
export const findLikeLinks = call.get('/station-links/parecidos', {
  id: 'station-links.parecidos',
  summary: 'Ver os enlaces que unem as mesmas estações pelo mesmo meio',
  of: stationLinks,
  query: z.strictObject({
    client_id: rowId,
    attendance_middle_id: rowId.optional(),
    stations: z
      .string('Informe as estações.')
      .regex(/^\d{1,15}(,\d{1,15}){0,99}$/, 'Informe os códigos das estações, separados por vírgula.'),
    except: rowId.optional(),
  }),
  answer: dataShape(listShape(drawnLink)),
})
