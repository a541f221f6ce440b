import { columnNames, type ColumnName, type TokenColumn } from '#features/regulatory/anatel/layouts.ts'
import { columnWords } from '#features/regulatory/anatel/wording.ts'
import { speedCell, tokenCell, type Lookups } from '#features/regulatory/anatel/cells.ts'
import { guessMapping } from '#features/regulatory/collects/intake/guess.ts'
import { translated, type AccessMapping } from '#features/regulatory/collects/intake/asked.ts'
import { placeBeside } from '#features/regulatory/collects/intake/mapped.ts'
import { distinct } from '#features/regulatory/intake/distinct.ts'
import { findColumn } from '#features/regulatory/intake/guess.ts'
import { fits, missingIn, saidOf, samplesOf, sourcesIn, titlesOf } from '#features/regulatory/intake/mapping.ts'
import type { Beside, placesOf } from '#parts/address/places.ts'
import { readSpeed, speedUnitOf, type SpeedUnit } from '#features/regulatory/anatel/speed.ts'
import type { Answers } from '#features/regulatory/collects/intake/evidence/questions.ts'
import type { Remembered } from '#features/regulatory/intake/mappings.ts'
import type { ColumnChoices } from '#features/regulatory/collects/intake/intake.ts'
import type { Seen } from '#features/regulatory/intake/columns.ts'
import type { TextRecord, TextTable } from '#parts/table/table.ts'

interface ColumnContext {
  readonly lookups: Lookups
  readonly places: ReturnType<typeof placesOf>
  readonly remembered: readonly Remembered<ColumnName>[]
}
/** Limits a column's values. */
const valuesPerColumn = 200

/**
 * Lists what to decide about a file's columns: the user's choice, else a remembered one, else a guess. The result of `lookAs`
 * gets each record.
 */
export function columnsOfFile(
  table: TextTable,
  asked: readonly ColumnName[],
  { lookups, places, remembered }: ColumnContext,
  told: AccessMapping | null,
  answers: Answers,
  lookAs: (mapping: AccessMapping) => (record: TextRecord) => void,
): ColumnChoices {
  const before = remembered.find(({ mapping }) => fits(mapping, table.header))
  const learnt = before && withoutOverlooked(before.own ? before.mapping : titlesOnly(before.mapping), table)
  const chosen = told ?? learnt ?? guessMapping(table, asked, lookups)
  const mapping = answers.unidade === undefined ? chosen : { ...chosen, kbps: answers.unidade === 'kbps' }
  return {
    mapping,
    // What another provider taught proposes; its own people agree to it here.
    confirmed: told !== null || before?.own === true,
    remembered: before ? { uuid: before.own ? before.uuid : null, name: before.own ? before.name : null } : null,
    missing: missingIn(mapping, asked),
    asked,
    samples: samplesOf(table),
    values: seenIn(table, mapping, lookups, places, lookAs(mapping)),
  }
}

/** Of another provider only the titles of columns are learnt: plans, municipalities and units are its own. */
const titlesOnly = ({ columns }: AccessMapping): AccessMapping => ({
  columns: Object.fromEntries(Object.entries(columns).filter(([, source]) => source.from !== 'valor')),
  values: [],
  kbps: false,
})

/** Drops a remembered "one access per row" if this file may have a column of counts, so that the user decides again. */
function withoutOverlooked(mapping: AccessMapping, { header }: TextTable): AccessMapping {
  const { ACESSOS: counts, ...columns } = mapping.columns
  if (counts?.from !== 'linha') return mapping
  const used = new Set(columnNames.map(sourcesIn(mapping, header)))
  const { at, doubtful } = findColumn(columnWords.ACESSOS, titlesOf(header), used, true)
  return at >= 0 || doubtful ? { ...mapping, columns } : mapping
}

/** Lists values that differ from Anatel's tables, unrecognized ones first. */
function seenIn(
  { header, records }: TextTable,
  mapping: AccessMapping,
  lookups: Lookups,
  places: ColumnContext['places'],
  see: (record: TextRecord) => void,
): readonly Seen<ColumnName>[] {
  const said = saidOf(mapping)
  const at = sourcesIn(mapping, header)
  const [stateAt, nameAt] = [at('UF'), placeBeside(mapping, header)]
  const unit = speedUnitOf(header[at('VELOCIDADE')], mapping.kbps)
  const columns = translated.filter(column => at(column) >= 0)
  const values = distinct(records, columns.map(at), valuesPerColumn, see)
  const seen = columns.flatMap((column, n) =>
    (values[n] ?? []).flatMap(({ text, count, first }): readonly Seen<ColumnName>[] => {
      const to = said(column, text)
      const beside = { state: first.cells[stateAt] ?? '', name: first.cells[nameAt] ?? '' }
      const read = readValue(column, to ?? text, { unit, lookups, places, beside, said: to !== undefined })
      return read === null ? [] : [{ column, from: text, count, ...read }]
    }),
  )
  return seen.toSorted((one, other) => Number(one.to !== null) - Number(other.to !== null))
}

interface Reading extends Pick<ColumnContext, 'lookups' | 'places'> {
  readonly unit: SpeedUnit | null
  readonly beside: Beside
  /** True if a user gave the value, and not the file. */
  readonly said: boolean
}

/** What a value becomes; null when it is written as Anatel does already. */
function readValue(column: ColumnName, text: string, reading: Reading): Pick<Seen, 'to' | 'said' | 'among'> | null {
  const { lookups, places, said } = reading
  if (column === 'COD_IBGE') {
    if (/^\d{6}$/.test(text)) return null
    const found = places(text, said ? {} : reading.beside)
    if ('reason' in found) return { to: null, said: found.reason, among: found.among() }
    return found.code === text && !said ? null : { to: found.name, said: null }
  }
  if (column === 'VELOCIDADE') {
    const found = readSpeed(text, said ? null : reading.unit)
    const mbps = 'mbps' in found ? found.mbps : null
    const cell = speedCell(mbps ?? text)
    if ('rule' in cell) return { to: null, said: cell.said, among: cell.among ?? [] }
    return mbps === null && !said ? null : { to: mbps ?? text, said: null }
  }
  if (!isToken(column, lookups)) return null
  const cell = tokenCell(column, text, lookups)
  if ('rule' in cell) return { to: null, said: cell.said }
  return cell.why === undefined && !said ? null : { to: cell.value, said: null }
}
const isToken = (column: ColumnName, { tokens }: Lookups): column is TokenColumn => column in tokens
