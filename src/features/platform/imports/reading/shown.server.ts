import { keyOf } from '#kernel/resource.ts'
import type { Existing, ShownColumns } from '#features/platform/imports/section/decide.ts'
import { columnAt } from '#features/platform/imports/section/section.ts'
import type { Task } from '#features/platform/imports/reading/columns.server.ts'
import { saidOf, sourcesIn } from '#features/regulatory/intake/mapping.ts'
import { sheetTextsOf } from '#server/sheet.ts'

/** Line breaks are one in XML, and what XML has no way to write is left out of a workbook. */
const comparable = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()

/**
 * Finds the columns of a row whose cells equal what the list's own export writes for the record. They change nothing, though the
 * text alone might be read as another value, or match several records. Columns are compared on demand, since most rows need none.
 */
export function shownCells({ section, mapping, header }: Task) {
  const [at, said] = [sourcesIn(mapping, header), saidOf(mapping)]
  return (cells: readonly string[], record: Existing): ShownColumns => ({
    has(key) {
      const field = columnAt(section, key)?.field
      const text = cells[at(key)]
      if (!field || !text || key.includes('.') || said(key, text) !== undefined) return false
      const value = record[key] ?? record[keyOf(key, field)]
      return sheetTextsOf(field, value).some(each => comparable(each) === comparable(text))
    },
  })
}
