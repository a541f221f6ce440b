import { readFile, stat } from 'node:fs/promises'
import type { ClientIdentity } from '#features/clients/clients/client-keys.ts'
import {
  compareStations,
  type OurStation,
  type StationComparison,
} from '#features/regulatory/infrastructure/compare.ts'
import { stationsInLongFile } from '#features/regulatory/infrastructure/long-file.server.ts'
import { isStationHeader, quotedList, type LineJudge } from '#features/regulatory/infrastructure/station-line.ts'
import { theirStations, type TheirStations } from '#features/regulatory/infrastructure/theirs.ts'
import { dayIn } from '#kernel/clock.ts'
import { showInteger } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'
import { isInTown, judgePlace } from '#parts/address/judge.server.ts'
import { openOutlines } from '#parts/address/outlines.server.ts'
import { errand } from '#parts/child/child.server.ts'
import { partsOf } from '#parts/file/zip-parts.server.ts'
import { readHere } from '#parts/table/read.server.ts'
import { tableLimits, type TextTable } from '#parts/table/table.ts'

/** A file to be compared, and what it is compared with. */
export interface CompareErrand {
  /** Of the file, on the disk. */
  readonly path: string
  readonly sheet: string | undefined
  readonly client: ClientIdentity
  readonly ours: readonly OurStation[]
  readonly tolerance: number
}
export interface Compared {
  readonly told: TheirStations
  readonly found: StationComparison
}

/** What else a workbook has in which the stations may be. */
const sheetsOf = ({ facts }: TextTable) =>
  facts.kind === 'xlsx' && facts.sheets.length > 1
    ? ` Foi lida a aba “${facts.sheet}”; o arquivo tem ${join(facts.sheets.map(name => `“${name}”`))}.`
    : ''

const { given, tell } = await errand<CompareErrand>()
tell(await compared(given))

async function compared({ path, sheet, client, ours, tolerance }: CompareErrand): Promise<Compared | string> {
  const outlines = await openOutlines()
  const told = await stationsIn(path, sheet, client, {
    isHome: at => isInTown(outlines, at),
    isAstray: (at, ibge) => judgePlace(outlines, at, { ibge, atSea: false, isVirtual: false }).match === 'fora',
    today: dayIn(new Date()).day,
  })
  if (typeof told === 'string') return told
  return { told, found: compareStations(ours, told.stations, tolerance, told.unread_numbers) }
}

/** What is short is read whole, whatever it is; a long text, and what is packed and no workbook, as it flows. */
async function stationsIn(
  path: string,
  sheet: string | undefined,
  client: ClientIdentity,
  judge: LineJudge,
): Promise<TheirStations | string> {
  const { size } = await stat(path)
  const isShort = size <= tableLimits.bytes
  const bytes = isShort ? await readFile(path) : null
  if (!bytes || isPacked(bytes)) return stationsInLongFile(path, client, judge)
  const table = await readHere(bytes, { sheet, isAwaited: isStationHeader })
  if (typeof table === 'string') return table
  const told = theirStations(table, client, judge)
  if (typeof told === 'string') return told + sheetsOf(table)
  return { ...told, notes: [...hiddenIn(table), ...told.notes] }
}

function isPacked(bytes: Uint8Array): boolean {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return true
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return false
  try {
    return !partsOf(bytes).some(({ name }) => name === 'xl/workbook.xml')
  } catch {
    return false
  }
}

/** What a workbook has besides the rows that are seen. */
function hiddenIn({ facts, hidden }: TextTable): readonly string[] {
  const others = facts.kind === 'xlsx' ? (facts.others ?? []).map(({ name }) => name) : []
  const rows = hidden?.rows.size ?? 0
  return [
    ...(others.length ? [`Só a aba com as estações foi lida: ficou de fora ${quotedList(others)}.`] : []),
    ...(rows
      ? [
          `${rows === 1 ? 'Uma linha oculta' : `${showInteger(rows)} linhas ocultas`} da planilha também ${rows === 1 ? 'foi lida' : 'foram lidas'}.`,
        ]
      : []),
  ]
}
