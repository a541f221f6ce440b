import { stringify } from 'csv-stringify/sync'
import type { ListedOf } from '#kernel/resource.ts'
import { gateViews, blockingReasons } from '#features/regulatory/collects/check/pass.server.ts'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import {
  writeAll,
  type FilesRequest,
  type FileOutcome,
  type Unwritten,
  type Zipped,
} from '#features/regulatory/collects/files/files.server.ts'
import { unwrittenOf, type Unwrittens } from '#features/regulatory/collects/files/written.server.ts'
import { otherService } from '#features/regulatory/anatel/services.server.ts'
import { isOpened, isPending } from '#features/regulatory/month/closing.ts'
import type { MonthRow } from '#features/regulatory/month/schema.ts'
import { isZeroed, mayBeSent, stateOf, states } from '#features/regulatory/month/month.ts'
import type { ListWalk } from '#features/regulatory/collects/coleta/pace.ts'
import type { Period } from '#parts/period/period.ts'
import { publicUrl } from '#server/config.ts'
import type { Ctx } from '#server/operation.ts'
import { Memory, Zip, type Entry, type Sink } from '#server/zip.ts'

/** What came of a fistel: its line of the report, and its file's place in the ZIP. */
export interface ReportLine {
  readonly line: readonly (string | number)[]
  readonly entry: Entry | null
}

export const archiveName = ({ year, month }: Period) => `coletas-${year}-${String(month).padStart(2, '0')}.zip`

/**
 * The month's files in one ZIP: a file per CNPJ and service whose coletas are ready, and `relatorio.csv` with every fistel
 * that owes one, what was written of it, or why nothing was. The same month zipped twice is the same bytes. `noted`: those
 * already in the sink.
 */
export function openArchive(sink: Sink, { year, month }: Period, noted: readonly ReportLine[] = []) {
  const notes = [...noted]
  const entries = new Map(noted.flatMap(({ entry }) => (entry ? [[entry.name, entry]] : [])))
  const zip = new Zip(
    sink,
    { year, month, day: 15, hour: 12 },
    noted.flatMap(({ entry }) => entry ?? []),
  )
  return {
    /** Answers what came of each. */
    async add(made: readonly Made[]): Promise<readonly ReportLine[]> {
      const added: ReportLine[] = []
      for (const { row, file, why, address } of made) {
        const name = file ? nameIn(entries, file) : ''
        const entry = file && !entries.has(name) ? await zip.add(name, file.packed) : null
        if (entry) entries.set(name, entry)
        const told = [row.client.name, row.fistel.name, row.service, saidState(row)]
        const figures = [file?.rows ?? '', file?.accesses ?? '']
        added.push({ line: [...told, name, ...figures, why, file?.sha256 ?? '', address], entry })
      }
      notes.push(...added)
      return added
    },
    async close() {
      const lines = [header, ...notes.map(({ line }) => line)]
      let report = await zip.begin('relatorio.csv')
      for (let at = 0; at < lines.length; at += linesPerPiece)
        report = await zip.more(report, bytesOf(lines.slice(at, at + linesPerPiece), at === 0))
      await zip.end(report)
      await zip.close(new Set([report.name]))
    },
  }
}

/** The same, for a month that fits in an answer. */
export async function zipFiles(ctx: Ctx, period: Period, rows: readonly MonthRow[]) {
  const memory = new Memory()
  const archive = openArchive(memory, period)
  await archive.add(await makeFiles(ctx, rows, async asked => writeAll(asked)))
  await archive.close()
  return { name: archiveName(period), bytes: memory.bytes() }
}

const header = [
  'Cliente',
  'Fistel',
  'Serviço',
  'Situação',
  'Arquivo',
  'Registros',
  'Acessos',
  'Por que ficou de fora',
  'SHA-256',
  'Endereço',
]
const saidState = (row: MonthRow) => `${states[stateOf(row)].name}${isZeroed(row) ? ' (zerada)' : ''}`
/** Lines of the report written at a time: others are answered between. */
const linesPerPiece = 100
const bytesOf = (lines: readonly ReportLine['line'][], bom: boolean) =>
  Buffer.from(
    stringify(
      lines.map(line => [...line]),
      { delimiter: ';', record_delimiter: '\r\n', bom, escape_formulas: true },
    ),
  )

type ListedCollect = ListedOf<typeof collects>

/** A fistel of the month with its file, or why it has none. */
export interface Made {
  readonly row: MonthRow
  readonly file: Zipped | null
  readonly why: string
  /** Of its coleta, on this house's site; '' where there is none. */
  readonly address: string
}

/** Makes the files of some fistels with this writer. */
export async function makeFiles(
  ctx: Ctx,
  rows: readonly MonthRow[],
  write: (asked: FilesRequest) => Promise<readonly FileOutcome[]>,
  pace?: ListWalk,
): Promise<readonly Made[]> {
  const leaving = rows.flatMap(row => (row.collect && mayBeSent(row) ? [row.collect.id] : []))
  const found = new Map((await ctx.rows(collects).among(leaving)).map(each => [each.id, each]))
  const { of, siglas } = await unwrittenOf(ctx, [...found.values()], pace)
  const whys = await pendingWhys(ctx, rows)
  const files: Unwritten[] = []
  const left = rows.map(row => {
    const unwritten = leavingOf(row, found.get(row.collect?.id ?? 0), of)
    const more = whys.get(row.collect?.id ?? 0) ?? []
    return typeof unwritten === 'string'
      ? { row, why: [unwritten, ...more].join(' ') }
      : { row, at: files.push(unwritten) - 1 }
  })
  const written = await write({ files, siglas })
  const home = publicUrl(ctx.config)
  return left.map(({ row, why = '', at = -1 }): Made => {
    const address = row.collect ? `${home}/collects/${row.collect.uuid}` : ''
    const outcome = written[at] ?? why
    if (typeof outcome === 'string') return { row, file: null, why: outcome, address }
    // Part of it would replace the whole that was, or will be, sent.
    return outcome.whole
      ? { row, file: outcome, why: '', address }
      : { row, file: null, why: outcome.warnings.at(-1) ?? '', address }
  })
}

/** What the board says of those still to be finished, by their ids. */
async function pendingWhys(ctx: Ctx, rows: readonly MonthRow[]): Promise<ReadonlyMap<number, readonly string[]>> {
  const pending = rows.filter(isOpened).filter(isPending)
  const read: Collect[] = []
  for (const { collect } of pending) {
    const row = await ctx.rows(collects).seek(collect.id)
    if (row) read.push(row)
  }
  const views = await gateViews(ctx, 'finalizar', read)
  return new Map([...views].map(([id, { points }]) => [id, blockingReasons(points, null)]))
}

/** What the file of a fistel is written from, or why it has none. */
function leavingOf(row: MonthRow, collect: ListedCollect | undefined, of: Unwrittens['of']): Unwritten | string {
  if (!row.collect) return 'A coleta não foi aberta.'
  if (!mayBeSent(row)) return `A coleta está ${states[stateOf(row)].name.toLowerCase()}.`
  if (!collect) return 'A coleta foi excluída enquanto o arquivo era feito.'
  if (collect.ignore_export) return 'Marcada para ficar fora da exportação em lote.'
  return of(collect) ?? otherService(collect)
}

/** Two fistels of one provider share their file; two providers of one name do not write over each other. */
function nameIn(entries: ReadonlyMap<string, Entry>, { name, packed }: Zipped): string {
  const isFree = (other: string) => {
    const there = entries.get(other)
    return !there || (there.size === packed.size && there.crc === packed.crc)
  }
  if (isFree(name)) return name
  for (let n = 2; ; n++) {
    const other = name.replace(/\.csv$/, `_${n}.csv`)
    if (isFree(other)) return other
  }
}
