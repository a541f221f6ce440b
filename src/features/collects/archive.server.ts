import { zipSync } from 'fflate'
import { stringify } from 'csv-stringify/sync'
import { refusalIn } from '#kernel/problem.ts'
import { collects } from '#features/collects/collects.ts'
import { fileOf, otherService, type Filed } from '#features/collects/files.server.ts'
import { stateOf, states, type MonthRow } from '#features/collects/month.ts'
import { isReady } from '#features/collects/siblings.server.ts'
import type { Period } from '#features/collects/period.ts'
import type { Ctx } from '#server/operation.ts'

/**
 * The month's files in one ZIP: a file per CNPJ and service whose coletas are ready, and `relatorio.csv` with every fistel
 * that owes one, what was written of it, or why nothing was.
 */
export async function zipFiles(ctx: Ctx, { year, month }: Period, rows: readonly MonthRow[]) {
  const files: Record<string, Uint8Array> = {}
  const report: (readonly (string | number)[])[] = []
  for (const row of rows) {
    const { file, why } = await written(ctx, row)
    const name = file ? nameIn(files, file) : ''
    if (file) files[name] = file.bytes
    report.push([
      row.client.name,
      row.fistel.name,
      row.service,
      states[stateOf(row)].name,
      name,
      file?.rows ?? 0,
      file?.accesses ?? 0,
      why,
    ])
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
  ]
  const table = stringify([header, ...report], {
    delimiter: ';',
    record_delimiter: '\r\n',
    bom: true,
    escape_formulas: true,
  })
  files['relatorio.csv'] = new TextEncoder().encode(table)
  // The same month zipped twice is the same bytes.
  const bytes = zipSync(files, { mtime: new Date(year, month - 1, 15, 12) })
  return { name: `coletas-${year}-${String(month).padStart(2, '0')}.zip`, bytes }
}

async function written(ctx: Ctx, row: MonthRow) {
  const state = stateOf(row)
  if (!row.collect || state === 'ausente') return { file: null, why: 'A coleta não foi aberta.' }
  if (!isReady(state)) return { file: null, why: `A coleta está ${states[state].name.toLowerCase()}.` }
  const collect = await ctx.rows(collects).find(row.collect.uuid)
  if (collect.ignore_export) return { file: null, why: 'Marcada para ficar fora da exportação em lote.' }
  try {
    const file = await fileOf(ctx, collect)
    if (!file) return { file, why: otherService(collect) }
    // Part of it would replace the whole that was, or will be, sent.
    return file.whole ? { file, why: '' } : { file: null, why: file.warnings.at(-1) ?? '' }
  } catch (thrown) {
    return { file: null, why: refusalIn(thrown)[0] ?? '' }
  }
}

/** Two fistels of one provider share their file; two providers of one name do not write over each other. */
function nameIn(files: Readonly<Record<string, Uint8Array>>, { name, bytes }: Filed): string {
  const free = (other: string) => {
    const there = files[other]
    return !there || Buffer.compare(there, bytes) === 0
  }
  if (free(name)) return name
  for (let n = 2; ; n++) {
    const other = name.replace(/\.csv$/, `_${n}.csv`)
    if (free(other)) return other
  }
}
