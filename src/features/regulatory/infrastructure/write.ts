import { slugOf } from '#kernel/text.ts'
import {
  headersOf,
  infrastructureKinds,
  layoutsIn,
  type InfrastructureColumn,
  type InfrastructureLayout,
  type LayoutFamily,
} from '#features/regulatory/anatel/infrastructure-layouts.ts'
import { pathWkt } from '#features/network/stations/geometry/wkt.ts'
import type { FilingPlan } from '#features/regulatory/infrastructure/check.ts'
import {
  isWritableCell,
  typeInFile,
  type FiledConnection,
  type FiledStation,
} from '#features/regulatory/infrastructure/network.ts'

/** Whose file it is, of what year, and in which frame its lines are drawn (a code of EPSG). */
interface FilingHead {
  /** As stored: 14 characters, no punctuation. */
  readonly cnpj: string
  readonly year: number
  readonly srid: number
}

/** What an uplink or downlink of a satellite takes. MHz and Mbps. */
interface SatelliteLink {
  readonly id: string
  readonly station: string
  /** As in Mosaico. */
  readonly code: string
  readonly uplink: number
  readonly downlink: number
  readonly uplink_mhz: number
  readonly uplink_mbps: number
  readonly downlink_mhz: number
  readonly downlink_mbps: number
}

/** A row, by what its columns hold; what a layout has no column for is left where it is. */
type CellsOf = Partial<Readonly<Record<InfrastructureColumn, string>>>

const bom = '\ufeff'
const end = '\r\n'

/**
 * Writes a file as the agency's Coletas takes it: UTF-8 with BOM, `;`, CRLF after every line, decimal comma, no quotes. Throws if
 * a cell would end the line or the cell: callers leave such rows out.
 */
export function writeRows({ columns }: Pick<InfrastructureLayout, 'columns'>, rows: readonly CellsOf[]): Uint8Array {
  const lines = rows.map(row => columns.map(([name]) => row[name] ?? ''))
  const bad = lines.flat().find(cell => !isWritableCell(cell))
  if (bad !== undefined) throw new Error(`a cell of an infrastructure file cannot be written: ${JSON.stringify(bad)}`)
  return new TextEncoder().encode(bom + [headersOf({ columns }), ...lines].map(line => line.join(';') + end).join(''))
}

/** Decimals with a comma and no grouping, no more of them than there are. */
const decimals = (value: number, most: number) => String(Number(value.toFixed(most)) + 0).replace('.', ',')
const sayYes = (yes: boolean) => (yes ? 'S' : 'N')
/** Four whole digits, a comma and six decimals, as the manual of 2021 asks of MHz. */
const megahertz = (value: number) => value.toFixed(6).padStart(11, '0').replace('.', ',')

const headCells = ({ cnpj, year }: FilingHead): CellsOf => ({ cnpj, year: String(year) })

/** The rows of the file of stations. */
const stationRows = (head: FilingHead, { stations, reached }: FilingPlan): readonly CellsOf[] =>
  stations.map(station => ({
    ...headCells(head),
    station: station.name,
    number: station.number ?? '',
    lat: station.place ? decimals(station.place.lat, 6) : '',
    lng: station.place ? decimals(station.place.lng, 6) : '',
    ibge: station.ibge === null ? '' : String(station.ibge),
    address: station.address,
    opening: sayYes(station.opening === true),
    type: typeInFile(station) ?? '',
    own: sayYes(reached.proprios.has(station.id)),
    contracted: sayYes(reached.contratados.has(station.id)),
    satellite: sayYes(reached.satelites.has(station.id)),
  }))

/** The rows of a file of links, own or contracted; of their stations, those of the file of stations. */
function linkRows(
  head: FilingHead,
  links: readonly FiledConnection[],
  stations: readonly FiledStation[],
): readonly CellsOf[] {
  const known = new Map(stations.map(station => [station.id, station]))
  return links.map(link => {
    const ends = [link.from, link.to].map(id => known.get(id))
    const places = ends.flatMap(station => station?.place ?? [])
    return {
      ...headCells(head),
      from: ends[0]?.name ?? '',
      to: ends[1]?.name ?? '',
      link: String(link.id),
      medium: link.medium ?? '',
      capacity: link.capacity === null ? '' : decimals(link.capacity, 6),
      swap: sayYes(link.swap),
      wkt: places.length === 2 ? pathWkt(places) : '',
      srid: String(head.srid),
      supplier: link.supplier ?? '',
    }
  })
}

/** The rows of the file of satellites, of 2021 to 2024. */
export const satelliteRows = (head: FilingHead, links: readonly SatelliteLink[]): readonly CellsOf[] =>
  links.map(link => ({
    ...headCells(head),
    from: link.station,
    link: link.id,
    satellite_code: link.code,
    uplink: megahertz(link.uplink),
    downlink: megahertz(link.downlink),
    uplink_mhz: megahertz(link.uplink_mhz),
    uplink_mbps: decimals(link.uplink_mbps, 6),
    downlink_mhz: megahertz(link.downlink_mhz),
    downlink_mbps: decimals(link.downlink_mbps, 6),
  }))

export interface InfrastructureFileWritten {
  readonly layout: InfrastructureLayout
  readonly bytes: Uint8Array
  readonly rows: number
}

/** Every file of a plan that has something in it, in the layouts of a family. */
export function writeFiling(head: FilingHead, plan: FilingPlan, family: LayoutFamily) {
  return layoutsIn(family).flatMap((layout): readonly InfrastructureFileWritten[] => {
    const rows = rowsOfKind(head, plan, layout)
    return rows.length ? [{ layout, bytes: writeRows(layout, rows), rows: rows.length }] : []
  })
}

function rowsOfKind(head: FilingHead, plan: FilingPlan, { kind }: InfrastructureLayout): readonly CellsOf[] {
  if (kind === 'estacoes') return stationRows(head, plan)
  // What the register knows of a satellite does not fill its file: those links stay out, and are counted.
  return kind === 'satelites' ? satelliteRows(head, []) : linkRows(head, plan.links[kind], plan.stations)
}

/** 'DICI_ANUAL_ESTACOES_2025_provedor-exemplo.csv'. No rule of the agency's: as the monthly files are called. */
export const filingFileName = (year: number, client: string, { kind }: Pick<InfrastructureLayout, 'kind'>) =>
  `DICI_ANUAL_${infrastructureKinds[kind].file}_${year}_${slugOf(client).slice(0, 80) || 'cliente'}.csv`
