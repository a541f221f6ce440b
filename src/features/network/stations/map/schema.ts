import * as z from 'zod'

const mapName = z.object({ id: z.int(), uuid: z.string(), name: z.string() }).meta({ title: 'map.name' })
/** A row of a list things are chosen from, as the map names it. */
export type MapName = z.infer<typeof mapName>

const degree = z.number().meta({ description: 'Graus decimais, WGS 84' })
export const mapStation = z
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

export const mapLink = z
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
