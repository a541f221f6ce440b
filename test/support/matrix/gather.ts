import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { MatrixCases } from './cases.ts'

const root = join(import.meta.dirname, '../../../src')

/** What each file of cases exports, by its path from `src`. */
type CaseFiles = Readonly<Record<string, Readonly<Record<string, MatrixCases>>>>

/** Reads the files of cases that are beside the code they are about. */
export async function readCaseFiles(): Promise<CaseFiles> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.matrix.ts'))
  const files = await Promise.all(
    paths.toSorted().map(async path => {
      const file: CaseFiles[string] = await import(join(root, path))
      return [path, file] as const
    }),
  )
  return Object.fromEntries(files)
}

/** What is wrong with the files of cases: each exports one table, of operations that exist and have cases nowhere else. */
export function faultsOf(files: CaseFiles, operations: ReadonlySet<string>): readonly string[] {
  const pathOf = new Map<string, string>()
  return Object.entries(files).flatMap(([path, file]) => {
    const tables = Object.values(file)
    if (tables.length !== 1) return [`${path} exports ${tables.length} tables of cases instead of one`]
    const ids = tables.flatMap(table => Object.keys(table))
    if (!ids.length) return [`${path} has no case`]
    return ids.flatMap(id => {
      const other = pathOf.get(id)
      pathOf.set(id, path)
      return [
        ...(operations.has(id) ? [] : [`${path} has a case of ${id}, which is no operation`]),
        ...(other === undefined ? [] : [`${path} and ${other} have cases of ${id}`]),
      ]
    })
  })
}

/** The cases of all files in one table. */
export const mergeCases = (files: CaseFiles): MatrixCases =>
  Object.fromEntries(Object.values(files).flatMap(file => Object.values(file).flatMap(table => Object.entries(table))))
