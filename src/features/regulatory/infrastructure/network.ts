import type { Point } from '#kernel/coordinates.ts'
import type { TownMatch } from '#parts/address/judged.ts'

/** The yearly file has these of a station. */
export interface FiledStation {
  readonly id: number
  readonly uuid: string
  readonly name: string
  /** Of another client, which shares it: a third party's in this one's file. */
  readonly borrowed: boolean
  readonly active: boolean
  readonly number: string | null
  readonly type: 'propria' | 'terceiro' | 'nuvem' | 'virtual' | null
  readonly opening: boolean | null
  /** The sigla of its medium. */
  readonly medium: string | null
  readonly is_link: boolean
  readonly valid_until: string | null
  readonly place: Point | null
  /** How its place relates to its municipality. */
  readonly match: TownMatch | null
  readonly in_ocean: boolean
  readonly ibge: number | null
  /** Street, number, district, municipality and postal code, as far as they are known. */
  readonly address: string
}

/** A connection between two stations: a row of the file of links. */
export interface FiledConnection {
  readonly id: number
  readonly uuid: string
  readonly own: boolean
  /** In use, with its property and its link. */
  readonly active: boolean
  readonly exists: boolean
  /** Its property was finished. */
  readonly closed: boolean
  /** The sigla of its medium, or of its link's. */
  readonly medium: string | null
  /** Gbps. */
  readonly capacity: number | null
  readonly swap: boolean
  /** Ids of stations. */
  readonly from: number
  readonly to: number
  /** Whose link it is, when it is contracted: the document of another client. */
  readonly supplier: string | null
}

export interface FiledNetwork {
  readonly stations: readonly FiledStation[]
  readonly connections: readonly FiledConnection[]
}
export const noNetwork: FiledNetwork = { stations: [], connections: [] }

/** What ends no cell and no line, and is not taken for a quoted one: the agency's files have no quotes. */
export const isWritableCell = (text: string) => !/[;"\p{Cc}]/u.test(text)

/** The type as the file of this client says it: what is another's is a third party's, whatever its owner calls it. */
export const typeInFile = ({ borrowed, type }: Pick<FiledStation, 'borrowed' | 'type'>) =>
  borrowed && (type === null || type === 'propria') ? 'terceiro' : type
