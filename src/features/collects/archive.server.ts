import { refusalIn } from '#kernel/problem.ts'
import { collects } from '#features/collects/collects.ts'
import { fileOf, otherService } from '#features/collects/files.server.ts'
import { stateOf, states, type MonthRow } from '#features/collects/month.ts'
import { isReady } from '#features/collects/siblings.server.ts'
import type { Period } from '#features/collects/period.ts'
import { bundle, place, type Files } from '#parts/file/bundle.server.ts'
import type { Ctx } from '#server/operation.ts'

/**
 * The month's files in one ZIP: a file per CNPJ and service whose coletas are ready, and `relatorio.csv` with every fistel
 * that owes one, what was written of it, or why nothing was.
 */
export async function zipFiles(ctx: Ctx, { year, month }: Period, rows: readonly MonthRow[]) {
  const files: Files = {}
  const report: (readonly (string | number)[])[] = [
    ['Cliente', 'Fistel', 'Serviço', 'Situação', 'Arquivo', 'Registros', 'Acessos', 'Por que ficou de fora'],
  ]
  for (const row of rows) {
    const { file, why } = await written(ctx, row)
    // Two fistéis of one provider share their file.
    const name = file ? place(files, file.name, file.bytes) : ''
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
  const bytes = bundle(files, report, new Date(year, month - 1, 15, 12))
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
