import { scm, scm2021, type ColumnName, type Layout } from '#features/regulatory/anatel/layouts.ts'
import type { Lookups } from '#features/regulatory/anatel/cells.ts'
import { follows } from '#features/regulatory/anatel/header.ts'
import type { AccessGroup } from '#features/regulatory/anatel/access-file.ts'
import { envelopeNotes } from '#features/regulatory/anatel/read.server.ts'
import type { Remembered } from '#features/regulatory/intake/mappings.ts'
import type { AccessMapping } from '#features/regulatory/collects/intake/asked.ts'
import { evidenceOf } from '#features/regulatory/collects/intake/evidence/evidence.ts'
import type { FileSubject, Leave } from '#features/regulatory/collects/intake/evidence/facts.ts'
import { encodingKey, isReadAlong } from '#features/regulatory/collects/intake/evidence/reading.ts'
import type { LeftOut } from '#features/regulatory/collects/intake/evidence/questions.ts'
import { mapColumns } from '#features/regulatory/collects/intake/map-columns.ts'
import {
  readCells,
  readEdit,
  translatedIn,
  valuesSeenIn,
  weightIn,
} from '#features/regulatory/collects/intake/read-cells.ts'
import { judgeRecords } from '#features/regulatory/collects/intake/judge-records.ts'
import { summarise } from '#features/regulatory/collects/intake/summarise.ts'
import { fits, sourcesIn } from '#features/regulatory/intake/mapping.ts'
import { placesOf } from '#parts/address/places.ts'
import {
  noInstructions,
  emptyFile,
  type Instructions,
  type JudgedFile,
} from '#features/regulatory/collects/intake/intake.ts'
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
  return judgeTable(await readSheet(bytes, known, told), lookups, known, told)
}

/** The table of a file, or why there is none; of a workbook the sheet that looks like one of the service. */
function readSheet(bytes: Uint8Array, known: FileContext, { sheet, answers }: Instructions) {
  const isAwaited = (header: readonly string[]) =>
    follows(header, known.layouts) || known.remembered.some(({ mapping }) => fits(mapping, header))
  const isAlong = (name: string) => isReadAlong(answers, name)
  return readHere(bytes, { sheet, encoding: answers[encodingKey], isAwaited, isAlong })
}

/** The way from a table to what goes into a coleta: its columns are mapped, its cells read, its rows judged and summed up. */
function judgeTable(table: TextTable | string, lookups: Lookups, known: FileContext, told: Instructions): Imported {
  if (typeof table === 'string') return fatal(table)
  const file = mapColumns(table, { lookups, ...known }, told)
  if (typeof file === 'string') return fatal(file, table)
  const { layout, own } = file
  const { facts, header } = table
  const places = placesOf(lookups.cities, known.near.length ? known.near : null)
  const evidence = evidenceOf(table, own && seenBy(own.mapping, header), subjectOf(lookups, known), told.answers)
  const taken = {
    ...emptyFile,
    facts: { ...facts, layout: layout.id, notes: file.header ? [...envelopeNotes(facts), ...file.header.notes] : [] },
    header,
    columns: own && { ...own, values: valuesSeenIn(header, evidence.values, own.mapping, lookups, places) },
    questions: evidence.questions,
  }
  if (own?.missing.length) return { ...taken, ...nothingKept }
  const { records, leftOut } = withoutLeft(table.records, evidence.leave, weightIn(file, header))
  const { length } = records
  const nameOf = (line: number) => lineName(facts, line)
  const rows = readCells(records, table, file, lookups, places)
  const edits = told.edits.map(edit => readEdit(edit, places))
  const judged = judgeRecords(rows, { edits, safe: told.safe }, { lookups, layout, nameOf })
  return {
    ...taken,
    leftOut,
    ...summarise(judged, { ...known, length, layout, contractOf: evidence.contractOf, nameOf }),
  }
}

const seenBy = (mapping: AccessMapping, header: readonly string[]) => ({
  mapping,
  translated: translatedIn(mapping, header).map(sourcesIn(mapping, header)),
})

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

/** The records that go in, and what the others would have weighed, by the reason they do not. */
function withoutLeft(records: Records, leave: readonly Leave[], weigh: (record: TextRecord) => number) {
  if (!leave.length) return { leftOut: [], records }
  const left = new Map<string, { rows: number; accesses: number }>()
  const reasonOf = (record: TextRecord) => leave.map(each => each(record)).find(reason => reason !== null)
  let out = 0
  for (const record of records) {
    const reason = reasonOf(record)
    if (reason === undefined || reason === null) continue
    const same = left.get(reason) ?? { rows: 0, accesses: 0 }
    left.set(reason, { rows: same.rows + 1, accesses: same.accesses + weigh(record) })
    out++
  }
  const leftOut = [...left].map(([reason, sums]): LeftOut => ({ reason, ...sums }))
  return { leftOut, records: out ? Array.from(records).filter(record => !reasonOf(record)) : records }
}
