/** A row of a list things are chosen from, as the map names it. */
export interface MapName {
  readonly id: number
  readonly uuid: string
  readonly name: string
}

/** A station that has coordinates, in decimal degrees (WGS 84, as they were typed). */
export interface MapStation extends MapName {
  /** Whose it is: of a shared one, the client that shares it. */
  readonly client: MapName
  readonly attendance_middle: MapName | null
  readonly technology_type: MapName | null
  readonly status: MapName | null
  readonly station_number: string | null
  /** Another client may use it too. */
  readonly shared: boolean
  /** A drawing of its medium, served by the house: '/map/fibra.svg'. */
  readonly icon_url: string
  readonly latitude: number
  readonly longitude: number
}

/** A connection between two stations of the same answer. */
export interface MapLink {
  readonly id: number
  readonly uuid: string
  /** Of the link it is part of. */
  readonly station_link_uuid: string
  readonly station_1_id: number
  readonly latitude_1: number
  readonly longitude_1: number
  readonly station_2_id: number
  readonly latitude_2: number
  readonly longitude_2: number
  readonly attendance_middle: MapName | null
  /** Gbps. */
  readonly capacity: number | null
  readonly exists: boolean
  readonly swap: boolean
  readonly own_link: boolean
  /** Of the link. */
  readonly status: MapName | null
}

export interface NetworkMap {
  readonly stations: readonly MapStation[]
  readonly links: readonly MapLink[]
  /** Stations asked for that have no coordinates, and so are on no map. */
  readonly without: number
  /** Is there where to look for places? */
  readonly places: boolean
}

/** A place a service of maps knows by a name: the nearest town, a hill, an address. */
export interface FoundPlace {
  readonly name: string
  readonly lat: number
  readonly lng: number
}

/** Media the product brings, each with a shape and a colour token of its own. */
export const mediaMarks = {
  fibra: { shape: 'círculo', tone: 'accent' },
  radio: { shape: 'triângulo', tone: 'erro' },
  'cabo-metalico': { shape: 'quadrado', tone: 'atencao' },
  'cabo-coaxial': { shape: 'losango', tone: 'ok' },
  satelite: { shape: 'estrela', tone: 'ink' },
  outro: { shape: 'hexágono', tone: 'neutro' },
} as const
export type MediaMark = keyof typeof mediaMarks

const isMark = (slug: string): slug is MediaMark => Object.hasOwn(mediaMarks, slug)

/** The drawing of a medium by its slug; a neutral one where the medium is another, or none. */
export const iconOf = (slug: string | null | undefined) => `/map/${slug && isMark(slug) ? slug : 'outro'}.svg`

/** What an `icon_url` draws. */
export function markOfIcon(url: string): MediaMark {
  const name = /\/([\w-]+)\.svg$/.exec(url)?.[1] ?? ''
  return isMark(name) ? name : 'outro'
}
