import * as z from 'zod'
import { permission } from '#kernel/access.ts'
import { call } from '#kernel/call.ts'
import { string } from '#kernel/json.ts'
import type { PlaceDoubtKind } from '#kernel/place/doubt.ts'
import { dataShape, doneShape, listedRowShape, listShape, pageShape, rowShape, valueShape } from '#kernel/wire.ts'
import { seriesLimit } from '#features/network/stations/series.ts'
import { linkOutlook, profileQuery } from '#features/network/stations/geometry/answer.ts'
import {
  stationLinkProperties,
  stationLinkPropertyConnections,
  stationLinks,
  stations,
} from '#features/network/stations/stations.ts'
import { stationUploads } from '#features/network/stations/uploads.ts'
import type { TownMatch } from '#parts/address/judged.ts'
import { fileCalled, sendsFile } from '#parts/file/taken.ts'

const stationPage = { lists: stations, answer: pageShape(listedRowShape(stations)) } as const
const middlePage = {
  answer: z.object({ data: listShape(z.object({ id: z.int(), uuid: z.string(), name: z.string() })), total: z.int() }),
} as const

export const listStationsOfClient = call.get('/stations/client/:client', {
  id: 'stations.client',
  summary: 'Ver as estações de um cliente',
  of: stations,
  ...stationPage,
})
export const listStationsByMiddle = call.get('/stations/client/:client/attendance-middle/:middle', {
  id: 'stations.client.middle',
  summary: 'Ver as estações de um cliente por um meio',
  of: stations,
  ...stationPage,
})
export const listMiddlesOfClient = call.get('/stations/client/:client/attendance-middles', {
  id: 'stations.middles',
  summary: 'Ver os meios das estações de um cliente',
  of: stations,
  ...middlePage,
})
export const listSharedStations = call.get('/clients/:client/stations-shared-with-client', {
  id: 'stations.shared',
  summary: 'Ver as estações compartilhadas com um cliente',
  of: stations,
  ...stationPage,
})
export const listSharedByMiddle = call.get('/stations/shared/:client/attendance-middle/:middle', {
  id: 'stations.shared.middle',
  summary: 'Ver as estações compartilhadas com um cliente por um meio',
  of: stations,
  ...stationPage,
})
export const listMiddlesOfOwner = call.get('/clients/:client/stations-shared-with-client/:owner/attendance-middles', {
  id: 'stations.shared.owner',
  summary: 'Ver os meios das estações que um cliente compartilha com outro',
  of: stations,
  ...middlePage,
})
export const listStationsOfOwner = call.get(
  '/clients/:client/stations-shared-with-client/:owner/attendance-middles/:middle/stations',
  {
    id: 'stations.shared.owner.middle',
    summary: 'Ver as estações que um cliente compartilha com outro por um meio',
    of: stations,
    ...stationPage,
  },
)
export const listStationsOfService = call.get('/stations/service-type/:type', {
  id: 'stations.service-type',
  summary: 'Ver as estações de um tipo de serviço',
  of: stations,
  ...stationPage,
})

export const countGaps = call.get('/stations/pendencias', {
  id: 'stations.pendencias',
  summary: 'Contar o que falta nas estações para a coleta anual',
  of: stations,
  answer: dataShape(
    listShape(
      z.object({
        key: z.string(),
        label: z.string(),
        /** Of the list that shows them. */
        query: z.record(z.string(), z.string()).readonly(),
        count: z.int(),
      }),
    ),
  ),
})

const degrees = (most: number) => z.coerce.number('Informe um número.').min(-most).max(most).optional()
const rowId = z.coerce.number('Informe um código.').int().positive().max(Number.MAX_SAFE_INTEGER).optional()
const typedStation = z.strictObject({
  client_id: rowId,
  name: z.string().max(120).optional(),
  station_number: z.string().max(40).optional(),
  lat: degrees(90),
  lng: degrees(180),
  city_id: rowId,
  in_ocean: z.enum(['true', 'false']).optional(),
  /** It is in no place. */
  is_virtual: z.enum(['true', 'false']).optional(),
  /** Places of several, beside the same municipality: '-22.9,-47.06;-22.8,-47'. */
  points: z
    .string()
    .max(3_000)
    .regex(
      /^-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?(;-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?)*$/,
      'Informe pontos.',
    )
    .optional(),
  /** The one being edited is no twin of itself. */
  except: z.string().max(40).optional(),
  /** The clients it goes on being shared with: '12,15', or '' for none. */
  kept: z
    .string()
    .regex(/^(\d{1,9}(,\d{1,9}){0,99})?$/, 'Informe clientes.')
    .optional(),
})
export type TypedStation = z.infer<typeof typedStation>

const point = z.object({ lat: z.number(), lng: z.number() })
const placeLook = z.object({
  /** Null at sea, without a municipality, where it has no outline, and of what is in no place. */
  match: valueShape<TownMatch>(string).nullable(),
  /** Metres to the municipality chosen; null where there is none to compare with. */
  metres: z.number().nullable(),
  /** Where the coordinates are; null at sea and abroad. */
  town: z.object({ id: z.int(), uuid: z.string(), name: z.string() }).nullable(),
  /** This is why the place is in doubt. */
  doubt: z
    .object({
      kind: valueShape<PlaceDoubtKind>(string),
      said: z.string(),
      among: listShape(z.object({ at: point, said: z.string() })),
    })
    .nullable(),
})
/** What `checkStation` answers of one place. */
export type PlaceLook = z.infer<typeof placeLook>

const likeStation = z.object({
  uuid: z.string(),
  name: z.string(),
  client: z.string(),
  why: listShape(valueShape<'number' | 'name' | 'near'>(string)),
  metres: z.number().nullable(),
})
export type LikeStation = z.infer<typeof likeStation>

export const checkStation = call.get('/stations/conferir', {
  id: 'stations.conferir',
  summary: 'Conferir uma estação antes de salvar, ou os lugares de várias: parecidas e município',
  of: stations,
  query: typedStation,
  answer: z.object({
    twins: listShape(likeStation),
    place: placeLook.nullable(),
    /** In the order of `points`. */
    places: listShape(placeLook),
    /** Links that lose the station: the names of the first that are seen, and how many more. */
    unlinked: z.object({ names: listShape(z.string()), more: z.int() }).nullable(),
  }),
})

export const createStations = call.post('/stations/serie', {
  id: 'stations.serie',
  summary: 'Registrar várias estações de uma vez',
  of: stations,
  audit: permission(stations, 'store'),
  body: z.strictObject({
    stations: z
      .array(z.record(z.string(), z.unknown()), 'Informe uma lista.')
      .min(1, 'Informe ao menos uma estação.')
      .max(seriesLimit, `Registre no máximo ${seriesLimit} estações por vez.`),
  }),
  status: 201,
  answer: doneShape(z.object({ ids: listShape(z.int()) })),
})

export const attachToStation = call.post('/stations/:id/anexar', {
  id: 'stations.anexar',
  summary: 'Guardar uma foto ou um documento da estação',
  of: stations,
  writes: [stationUploads],
  audit: permission(stationUploads, 'store'),
  ...sendsFile,
  query: z.strictObject({ name: fileCalled }),
  status: 201,
  answer: doneShape(rowShape(stationUploads)),
})

/** A property with its connections, which belong to it. */
export const readPropertyById = call.get('/station-link-properties/id/:id', {
  id: 'station-link-properties.id',
  summary: 'Ver uma propriedade com as suas conexões',
  of: stationLinkProperties,
  answer: z.object({
    data: rowShape(stationLinkProperties),
    connections: listShape(rowShape(stationLinkPropertyConnections)),
  }),
})

/** The properties of a link, by the link's number or uuid; the uuid of a property answers that one, which is how its screen reads it. */
export const readPropertiesOfLink = call.get('/station-link-properties/:id', {
  id: 'station-link-properties.show',
  summary: 'Ver as propriedades de um enlace, pelo código do enlace; ou uma delas, pelo uuid dela',
  of: stationLinkProperties,
  answer: dataShape(z.union([listShape(rowShape(stationLinkProperties)), rowShape(stationLinkProperties)])),
  versioned: true,
})

const rowIds = z.array(z.int().positive().max(Number.MAX_SAFE_INTEGER), 'Informe uma lista.').max(500, 'No máximo 500.')
export const undoStations = call.put('/stations/desfazer', {
  id: 'stations.desfazer',
  summary: 'Desfazer o registro de enlaces e estações, todos ou nenhum',
  of: stations,
  writes: [stationLinks, stationLinkProperties, stationLinkPropertyConnections],
  audit: permission(stations, 'destroy'),
  body: z
    .strictObject({ links: rowIds.default([]), stations: rowIds.default([]) })
    .refine(({ links, stations: places }) => links.length + places.length > 0, 'Informe o que desfazer.'),
  answer: doneShape(z.object({ links: z.int(), stations: z.int() })),
})

/** The geometry of two stations of a link. */
export const readLinkProfile = call.get('/station-links/:id/perfil', {
  id: 'station-links.perfil',
  summary: 'Ver o perfil do enlace: distância, azimutes e o que há no percurso',
  of: stationLinks,
  query: profileQuery,
  answer: dataShape(linkOutlook),
})
/** The sheet of a link: both stations, where each looks, what is between them, and a line to sign on. */
export const downloadLinkProfile = call.get('/station-links/:id/perfil/pdf', {
  id: 'station-links.perfil.pdf',
  summary: 'Baixar o perfil do enlace em PDF',
  of: stationLinks,
  rate: 'heavy',
  query: profileQuery,
  answer: 'file',
  gives: ['application/pdf'],
})
