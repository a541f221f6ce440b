import { crc32 } from 'node:zlib'
import { stringify } from 'csv-stringify/sync'
import { refusalIn } from '#kernel/problem.ts'
import { collects } from '#features/collects/collects.ts'
import { mayLeave, stateOf, states, type MonthRow } from '#features/collects/month.ts'
import type { Period } from '#features/collects/period.ts'
import { filesOf, otherService, type Filed } from '#features/collects/written.server.ts'
import type { Ctx } from '#server/operation.ts'
import { Memory, Zip, type Entry, type Sink } from '#server/zip.ts'

/** What came of a fistel: its line of the report, and its file's place in the ZIP. */
export interface Note {
  readonly line: readonly (string | number)[]
  readonly entry: Entry | null
}

export const archiveName = ({ year, month }: Period) => `coletas-${year}-${String(month).padStart(2, '0')}.zip`

/**
 * The month's files in one ZIP: a file per CNPJ and service whose coletas are ready, and `relatorio.csv` with every fistel
 * that owes one, what was written of it, or why nothing was. The same month zipped twice is the same bytes. `noted`: those
 * already in the sink.
 */
export function openArchive(sink: Sink, { year, month }: Period, noted: readonly Note[] = []) {
  const notes = [...noted]
  const entries = new Map(noted.flatMap(({ entry }) => (entry ? [[entry.name, entry]] : [])))
  const zip = new Zip(
    sink,
    { year, month, day: 15, hour: 12 },
    noted.flatMap(({ entry }) => entry ?? []),
  )
  return {
    /** Answers what came of each. */
    async add(ctx: Ctx, rows: readonly MonthRow[]): Promise<readonly Note[]> {
      const write = await writerOf(ctx, rows)
      const added: Note[] = []
      for (const row of rows) {
        const { file, why } = write(row)
        const name = file ? nameIn(entries, file) : ''
        const entry = file && !entries.has(name) ? await zip.add(name, file.bytes) : null
        if (entry) entries.set(name, entry)
        const told = [row.client.name, row.fistel.name, row.service, states[stateOf(row)].name]
        added.push({ line: [...told, name, file?.rows ?? 0, file?.accesses ?? 0, why], entry })
      }
      notes.push(...added)
      return added
    },
    async close() {
      await zip.add('relatorio.csv', reportOf(notes))
      await zip.close()
    },
  }
}

/** The same, for a month that fits in an answer. */
export async function zipFiles(ctx: Ctx, period: Period, rows: readonly MonthRow[]) {
  const memory = new Memory()
  const archive = openArchive(memory, period)
  await archive.add(ctx, rows)
  await archive.close()
  return { name: archiveName(period), bytes: memory.bytes() }
}

const header = ['Cliente', 'Fistel', 'Serviço', 'Situação', 'Arquivo', 'Registros', 'Acessos', 'Por que ficou de fora']
const reportOf = (notes: readonly Note[]) =>
  Buffer.from(
    stringify([header, ...notes.map(({ line }) => [...line])], {
      delimiter: ';',
      record_delimiter: '\r\n',
      bom: true,
      escape_formulas: true,
    }),
  )

interface Outcome {
  readonly file: Filed | null
  readonly why: string
}

async function writerOf(ctx: Ctx, rows: readonly MonthRow[]): Promise<(row: MonthRow) => Outcome> {
  const leaving = rows.flatMap(row => (row.collect && mayLeave(row) ? [row.collect.id] : []))
  const found = new Map((await ctx.rows(collects).among(leaving)).map(each => [each.id, each]))
  const fileOf = await filesOf(ctx, [...found.values()])
  return row => {
    const out = (why: string): Outcome => ({ file: null, why })
    if (!row.collect) return out('A coleta não foi aberta.')
    if (!mayLeave(row)) return out(`A coleta está ${states[stateOf(row)].name.toLowerCase()}.`)
    const collect = found.get(row.collect.id)
    if (!collect) return out('A coleta foi excluída enquanto o arquivo era feito.')
    if (collect.ignore_export) return out('Marcada para ficar fora da exportação em lote.')
    try {
      const file = fileOf(collect)
      if (!file) return out(otherService(collect))
      // Part of it would replace the whole that was, or will be, sent.
      return file.whole ? { file, why: '' } : out(file.warnings.at(-1) ?? '')
    } catch (thrown) {
      return out(refusalIn(thrown)[0] ?? '')
    }
  }
}

/** Two fistels of one provider share their file; two providers of one name do not write over each other. */
function nameIn(entries: ReadonlyMap<string, Entry>, { name, bytes }: Filed): string {
  const isFree = (other: string) => {
    const there = entries.get(other)
    return !there || (there.size === bytes.length && there.crc === crc32(bytes))
  }
  if (isFree(name)) return name
  for (let n = 2; ; n++) {
    const other = name.replace(/\.csv$/, `_${n}.csv`)
    if (isFree(other)) return other
  }
}
