import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, listShape } from '#kernel/wire.ts'
import { stations } from '#features/network/stations/stations.ts'
import { mapStation, mapLink } from '#features/network/stations/map/schema.ts'

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
