import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, listShape } from '#kernel/wire.ts'
import { stations } from '#features/network/stations/stations.ts'

const mapName = z.object({ id: z.int(), uuid: z.string(), name: z.string() }).meta({ title: 'map.name' })
/** A row of a list things are chosen from, as the map names it. */
export type MapName = z.infer<typeof mapName>

const degree = z.number().meta({ description: 'Graus decimais, WGS 84' })
const mapStation = z
  .object({
    id: z.int(),
    uuid: z.string(),
    name: z.string(),
    /** Whose it is: of a shared one, the client that shares it. */
    client: mapName,
    attendance_middle: mapName.nullable(),
    technology_type: mapName.nullable(),
    status: mapName.nullable(),
    station_number: z.string().nullable(),
    /** Another client may use it too. */
    shared: z.boolean(),
    /** A drawing of its medium: '/map/fibra.svg'. */
    icon_url: z.string(),
    latitude: degree,
    longitude: degree,
  })
  .meta({ title: 'map.station' })
/** A station that has coordinates, as they were typed. */
export type MapStation = z.infer<typeof mapStation>

const mapLink = z
  .object({
    id: z.int(),
    uuid: z.string(),
    /** Of the link it is part of. */
    station_link_uuid: z.string(),
    station_1_id: z.int(),
    latitude_1: degree,
    longitude_1: degree,
    station_2_id: z.int(),
    latitude_2: degree,
    longitude_2: degree,
    attendance_middle: mapName.nullable(),
    capacity: z.number().meta({ description: 'Gbps' }).nullable(),
    exists: z.boolean(),
    swap: z.boolean(),
    own_link: z.boolean(),
    /** Of the link. */
    status: mapName.nullable(),
  })
  .meta({ title: 'map.link' })
/** A connection between two stations of the same answer. */
export type MapLink = z.infer<typeof mapLink>

const networkMap = z.object({
  stations: listShape(mapStation),
  links: listShape(mapLink),
  without: z.int().meta({ description: 'Estações sem coordenadas, que não estão no mapa' }),
  places: z.boolean().meta({ description: 'Se há onde procurar lugares' }),
})
export type NetworkMap = z.infer<typeof networkMap>

export const mapNetwork = call.get('/station-links-map', {
  id: 'stations.map',
  summary: 'Ver no mapa as estações e os seus enlaces',
  of: stations,
  lists: stations,
  answer: dataShape(networkMap),
})
export const mapNetworkOfClient = call.get('/station-links-map/:client', {
  id: 'stations.map.client',
  summary: 'Ver no mapa as estações de um cliente e os seus enlaces',
  of: stations,
  lists: stations,
  answer: dataShape(networkMap),
})

const foundPlace = z.object({ name: z.string(), lat: z.number(), lng: z.number() })
/** A place a service of maps knows by a name: the nearest town, a hill, an address. */
export type FoundPlace = z.infer<typeof foundPlace>

export const searchPlaces = call.get('/stations/lugares', {
  id: 'stations.lugares',
  summary: 'Procurar um lugar pelo nome, para ir até ele no mapa',
  of: stations,
  rate: 'heavy',
  query: z.strictObject({
    search: z
      .string('Diga o que procurar.')
      .trim()
      .min(3, 'Escreva ao menos três letras.')
      .max(120, 'Use no máximo 120 letras.'),
  }),
  answer: dataShape(listShape(foundPlace)),
})
