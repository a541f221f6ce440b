import { refusalIn } from '#kernel/problem.ts'
import { economicFileName } from '#features/regulatory/anatel/economic-file.ts'
import type { Economic } from '#features/regulatory/semester/semester.ts'
import type { Semester } from '#parts/period/semester.ts'
import { bundle, place, type Files } from '#parts/file/bundle.server.ts'

export interface SemesterState {
  readonly client: { readonly id: number; readonly uuid: string; readonly name: string; readonly document: string }
  /** The last day of a contract that is over; see `Holding`. */
  readonly lapsed: string | null
  readonly economic: Economic
}

/** A file per client whose semester is whole, and `relatorio.csv` with everybody: what was written, or why nothing was. */
export function zipEconomics(
  semester: Semester,
  all: readonly SemesterState[],
  write: (standing: SemesterState) => { readonly bytes: Uint8Array; readonly rows: number },
) {
  const files: Files = {}
  const report: (readonly (string | number)[])[] = [
    ['Cliente', 'CNPJ', 'Arquivo', 'Registros', 'Por que ficou de fora', 'Confira'],
  ]
  for (const standing of all) {
    const { client, economic } = standing
    const { written, why } = tried(economic, () => write(standing))
    const name = written ? place(files, economicFileName(semester, client.name), written.bytes) : ''
    const doubts = economic.gaps.filter(({ missing }) => !missing).map(({ message }) => message)
    report.push([client.name, client.document, name, written?.rows ?? 0, why, doubts.join(' ')])
  }
  return bundle(files, report, new Date(semester.year, semester.semester * 6 - 1, 28, 12))
}

function tried<T>({ complete, gaps }: Economic, write: () => T): { written: T | null; why: string } {
  const missing = gaps.filter(gap => gap.missing).map(({ message }) => message)
  if (!complete) return { written: null, why: missing.join(' ') || 'Nenhuma coleta pronta tem financeiro.' }
  try {
    return { written: write(), why: '' }
  } catch (thrown) {
    return { written: null, why: refusalIn(thrown)[0] ?? '' }
  }
}
