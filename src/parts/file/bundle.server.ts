import { stringify } from 'csv-stringify/sync'
import { zipSync } from 'fflate'

/** Files by the names they have in a ZIP. */
export type Files = Record<string, Uint8Array>

/** Puts a file in under its name, or the next one free: only equal bytes share a name. Answers the name it got. */
export function place(files: Files, name: string, bytes: Uint8Array): string {
  const [, stem = name, ext = ''] = /^(.*?)(\.[^.]+)?$/.exec(name) ?? []
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : `${stem}_${n}${ext}`
    const there = files[free]
    if (there && Buffer.compare(there, bytes) !== 0) continue
    files[free] = bytes
    return free
  }
}

/** Zips the files with `relatorio.csv`, which describes each and why any is missing. The same input gives the same bytes. */
export function bundle(files: Files, report: readonly (readonly (string | number)[])[], dated: Date): Uint8Array {
  const table = stringify([...report], { delimiter: ';', record_delimiter: '\r\n', bom: true, escape_formulas: true })
  return zipSync({ ...files, 'relatorio.csv': new TextEncoder().encode(table) }, { mtime: dated })
}
