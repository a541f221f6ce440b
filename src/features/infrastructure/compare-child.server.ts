import { compareStations, type OurStation, type StationComparison } from '#features/infrastructure/compare.ts'
import {
  isStationHeader,
  theirStations,
  type ClientWords,
  type TheirStations,
} from '#features/infrastructure/theirs.ts'
import { dayIn } from '#kernel/clock.ts'
import { showInteger } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'
import { isInTown, judgePlace } from '#parts/address/judge.server.ts'
import { openOutlines } from '#parts/address/outlines.server.ts'
import { errand } from '#parts/child/child.server.ts'
import { readHere } from '#parts/table/read.server.ts'
import type { TextTable } from '#parts/table/table.ts'

/** A file to be compared, and what it is compared with. */
export interface CompareErrand {
  readonly bytes: Uint8Array
  readonly sheet: string | undefined
  readonly words: ClientWords
  readonly ours: readonly OurStation[]
  readonly tolerance: number
}
export interface Compared {
  readonly told: TheirStations
  /** Of lines that cannot be read, those in `told` are the first. */
  readonly unread: number
  readonly found: StationComparison
}

/** Stations of one client, and lines that cannot be read that are answered one by one. */
const most = { stations: 10_000, unread: 200 } as const

const numbersIn = (unread: TheirStations['unread']) => new Set(unread.flatMap(({ number }) => number ?? []))
/** What else a workbook has in which the stations may be. */
const sheetsOf = ({ facts }: TextTable) =>
  facts.kind === 'xlsx' && facts.sheets.length > 1
    ? ` Foi lida a aba “${facts.sheet}”; o arquivo tem ${join(facts.sheets.map(name => `“${name}”`))}.`
    : ''

const { given, tell } = await errand<CompareErrand>()
tell(await compared(given))

async function compared({ bytes, sheet, words, ours, tolerance }: CompareErrand): Promise<Compared | string> {
  const table = await readHere(bytes, { sheet, isAwaited: isStationHeader })
  if (typeof table === 'string') return table
  const outlines = await openOutlines()
  const told = theirStations(table, words, {
    isHome: at => isInTown(outlines, at),
    isAstray: (at, ibge) => judgePlace(outlines, at, { ibge, atSea: false, isVirtual: false }).match === 'fora',
    today: dayIn(new Date()).day,
  })
  if (typeof told === 'string') return told + sheetsOf(table)
  if (told.stations.length > most.stations)
    return `O arquivo tem mais de ${showInteger(most.stations)} estações deste cliente. Confira se é o certo.`
  return {
    told: { ...told, unread: told.unread.slice(0, most.unread) },
    unread: told.unread.length,
    found: compareStations(ours, told.stations, tolerance, numbersIn(told.unread)),
  }
}
