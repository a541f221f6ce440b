import { layouts, scm, scm2021, type ColumnName, type Layout } from '#features/regulatory/anatel/layouts.ts'
import { accessesCell, type Lookups } from '#features/regulatory/anatel/cells.ts'
import { follows, readHeader, type Header } from '#features/regulatory/anatel/header.ts'
import type { AccessGroup } from '#features/regulatory/anatel/access-file.ts'
import { envelopeNotes, rowsOf } from '#features/regulatory/anatel/read.server.ts'
import { columnsOfFile } from '#features/regulatory/collects/intake/columns.ts'
import type { Remembered } from '#features/regulatory/intake/mappings.ts'
import type { AccessMapping } from '#features/regulatory/collects/intake/asked.ts'
import { evidenceOf, lookAtRecords } from '#features/regulatory/collects/intake/evidence/evidence.ts'
import type { FileSubject, Leave } from '#features/regulatory/collects/intake/evidence/facts.ts'
import { encodingKey, isReadAlong } from '#features/regulatory/collects/intake/evidence/reading.ts'
import type { LeftOut } from '#features/regulatory/collects/intake/evidence/questions.ts'
import { mapperOf } from '#features/regulatory/collects/intake/mapped.ts'
import { fits, sourcesIn } from '#features/regulatory/intake/mapping.ts'
import { placesOf } from '#parts/address/places.ts'
import { readSpeed } from '#features/regulatory/anatel/speed.ts'
import {
  noInstructions,
  emptyFile,
  type Edit,
  type Instructions,
  type JudgedFile,
} from '#features/regulatory/collects/intake/intake.ts'
import { judgeAll } from '#features/regulatory/collects/intake/tally.ts'
import { readHere } from '#parts/table/read.server.ts'
import { lineName, type Records, type TextRecord, type TextTable } from '#parts/table/table.ts'

/** Adds what is stored of a judged file: the rows not refused, merged. */
export interface Imported extends JudgedFile {
  readonly groups: readonly AccessGroup[]
  /** Marks of what goes in, and how many records the coleta has already. */
  readonly marks: readonly number[]
  readonly repeated: number
}

/** What a file is judged with, besides the lookups. */
export interface FileContext {
  /** Layouts it may follow, the current one first. */
  readonly layouts: readonly Layout[]
  /** The provider works in these: they disambiguate town names. */
  readonly near: readonly string[]
  /** Mappings somebody agreed to before, the nearest first. */
  readonly remembered: readonly Remembered<ColumnName>[]
  /** What the file was called. */
  readonly name?: string
  /** Only looked at: its groups, which may be as many as its rows, are not put together. */
  readonly unkept?: boolean
  /** Marks of what the coleta has. */
  readonly marks?: ReadonlySet<number>
}
export const ofScm: FileContext = { layouts: [scm, scm2021], near: [], remembered: [] }

const nothingKept = { groups: [], marks: [], repeated: 0 } as const
export const fatal = (said: string, table?: TextTable): Imported => ({
  ...emptyFile,
  fatal: said,
  // Of a workbook, another sheet may be the one.
  facts: table ? { ...table.facts, layout: null, notes: [] } : null,
  ...nothingKept,
})

/**
 * Reads the monthly file of one coleta, with Anatel's own columns or the provider's, and judges each row. Never throws,
 * whatever the bytes.
 */
export async function importAccesses(
  bytes: Uint8Array,
  lookups: Lookups,
  known: FileContext = ofScm,
  told: Instructions = noInstructions,
): Promise<Imported> {
  const isAwaited = (header: readonly string[]) =>
    follows(header, known.layouts) || known.remembered.some(({ mapping }) => fits(mapping, header))
  const { sheet, answers } = told
  const isAlong = (name: string) => isReadAlong(answers, name)
  const table = await readHere(bytes, { sheet, encoding: answers[encodingKey], isAwaited, isAlong })
  return judgeTable(table, lookups, known, told)
}

/** The same, of a table that was read already, or of why it was not. */
export function judgeTable(
  table: TextTable | string,
  lookups: Lookups,
  known: FileContext,
  told = noInstructions,
): Imported {
  if (typeof table === 'string') return fatal(table)
  const header = readHeader(table.header, known.layouts)
  const places = placesOf(lookups.cities, known.near.length ? known.near : null)
  const meant = { ...told, edits: told.edits.map(edit => understood(edit, places)) }
  if (table.records.length === 0)
    return fatal(
      typeof header === 'string'
        ? header
        : 'O arquivo só tem o cabeçalho. A Anatel exige ao menos um registro: sem acessos, faça uma coleta zerada.',
      table,
    )
  if (typeof header !== 'string') return official(table, header, lookups, known, meant)
  if (isData(table.header) || follows(table.header, known.layouts) || isAnothers(table.header))
    return fatal(header, table)
  return judgeOwnColumns(table, lookups, known, meant, places)
}

type PlaceFinder = ReturnType<typeof placesOf>
/** A corrected cell may have a town's name or a speed with unit. */
function understood(edit: Edit, places: PlaceFinder): Edit {
  const text = edit.value.trim()
  if (edit.column === 'COD_IBGE' && !/^\d*$/.test(text)) {
    const place = places(text)
    return 'code' in place ? { ...edit, value: place.code } : edit
  }
  if (edit.column !== 'VELOCIDADE') return edit
  const read = readSpeed(text)
  return { ...edit, value: 'mbps' in read ? read.mbps : text }
}

/** The very columns of another service's file: it is the wrong file, not a provider's own columns. */
const isAnothers = (cells: readonly string[]) =>
  layouts.some(layout => layout.columns.length === cells.length && follows(cells, [layout]))
/** A first line that is a row already. */
const isData = ([first = '']: readonly string[]) => /^\s*\d/.test(first)

function official(
  table: TextTable,
  header: Header,
  lookups: Lookups,
  known: FileContext,
  told: Instructions,
): Imported {
  const { facts, header: cells } = table
  const notes = [...envelopeNotes(facts), ...header.notes]
  const nameOf = (line: number) => lineName(facts, line)
  const evidence = evidenceOf(table, null, subjectOf(lookups, known), told.answers)
  const { records, leftOut } = withoutLeft(table.records, evidence.leave, () => 1)
  return {
    ...emptyFile,
    facts: { ...facts, layout: header.layout.id, notes },
    header: cells,
    questions: evidence.questions,
    leftOut,
    ...judgeAll(records, rowsOf(header), told, { ...known, lookups, layout: header.layout, nameOf }),
  }
}

/** A file with columns of the provider's own: judged as soon as each of the layout's has where to come from. */
function judgeOwnColumns(
  table: TextTable,
  lookups: Lookups,
  known: FileContext,
  told: Instructions,
  places: PlaceFinder,
): Imported {
  const [layout] = known.layouts
  if (!layout) return fatal('Este serviço não tem arquivo mensal.')
  const asked = layout.columns.map(({ name }) => name)
  const about = { lookups, places, remembered: known.remembered }
  const seen: ReturnType<typeof lookAtRecords>[] = []
  const columns = columnsOfFile(table, asked, about, told.mapping, told.answers, mapping => {
    const look = lookAtRecords(table, mapping)
    seen.push(look)
    return look.see
  })
  const evidence = evidenceOf(table, seen[0] ?? null, subjectOf(lookups, known), told.answers)
  const taken = {
    ...emptyFile,
    facts: { ...table.facts, layout: layout.id, notes: [] },
    header: table.header,
    columns,
    questions: evidence.questions,
    ...nothingKept,
  }
  if (columns.missing.length) return taken
  const rowOf = mapperOf(columns.mapping, table.header, asked, lookups, places)
  const { records, leftOut } = withoutLeft(table.records, evidence.leave, weightOf(columns.mapping, table.header))
  const { contractOf } = evidence
  const nameOf = (line: number) => lineName(table.facts, line)
  return { ...taken, leftOut, ...judgeAll(records, rowOf, told, { ...known, lookups, layout, contractOf, nameOf }) }
}

const subjectOf = (
  { cnpj, year, month }: Lookups,
  { name = '', layouts: [layout], marks }: FileContext,
): FileSubject => ({
  name,
  ...(marks && { marks }),
  cnpj,
  year,
  month,
  service: layout?.name ?? '',
})

/** How many accesses a row would have added. */
function weightOf(mapping: AccessMapping, header: readonly string[]): (record: TextRecord) => number {
  const at = sourcesIn(mapping, header)('ACESSOS')
  return ({ cells }) => {
    if (at < 0) return 1
    const read = accessesCell(cells[at]?.trim() ?? '')
    return 'value' in read ? read.value : Number(read.fix ?? 0)
  }
}

/** The records that go in, and what the others would have weighed, by the reason they do not. */
function withoutLeft(records: Records, leave: readonly Leave[], weightIn: (record: TextRecord) => number) {
  if (!leave.length) return { leftOut: [], records }
  const left = new Map<string, { rows: number; accesses: number }>()
  const reasonOf = (record: TextRecord) => leave.map(each => each(record)).find(reason => reason !== null)
  let out = 0
  for (const record of records) {
    const reason = reasonOf(record)
    if (reason === undefined || reason === null) continue
    const same = left.get(reason) ?? { rows: 0, accesses: 0 }
    left.set(reason, { rows: same.rows + 1, accesses: same.accesses + weightIn(record) })
    out++
  }
  const leftOut = [...left].map(([reason, sums]): LeftOut => ({ reason, ...sums }))
  return { leftOut, records: out ? Array.from(records).filter(record => !reasonOf(record)) : records }
}
