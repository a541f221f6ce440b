import { compareStations, type OurStation, type StationComparison } from '#features/infrastructure/compare.ts'
import { theirStations, type ClientWords, type TheirStations } from '#features/infrastructure/theirs.ts'
import { showInteger } from '#kernel/show.ts'
import { isInTown } from '#parts/address/judge.server.ts'
import { openOutlines } from '#parts/address/outlines.server.ts'
import { errand } from '#parts/child/child.server.ts'
import { readHere } from '#parts/table/read.server.ts'

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

const { given, tell } = await errand<CompareErrand>()
tell(await compared(given))

async function compared({ bytes, sheet, words, ours, tolerance }: CompareErrand): Promise<Compared | string> {
  const table = await readHere(bytes, { sheet })
  if (typeof table === 'string') return table
  const outlines = await openOutlines()
  const told = theirStations(table, words, at => isInTown(outlines, at))
  if (typeof told === 'string') return told
  if (told.stations.length > most.stations)
    return `O arquivo tem mais de ${showInteger(most.stations)} estações deste cliente. Confira se é o certo.`
  return {
    told: { ...told, unread: told.unread.slice(0, most.unread) },
    unread: told.unread.length,
    found: compareStations(ours, told.stations, tolerance),
  }
}
