import { plain } from '#kernel/text.ts'
import type { TemplateColumn } from '#features/imports/section/section.ts'

/** A header as it is compared: no accents, signs or the asterisk of what is required. */
export const headerKey = (text: string) => plain(text).replace(/[^a-z0-9]/g, '')

/** Column of the file, by position, to the key of ours; null for one that stays out. */
export type HeaderMapping = readonly (string | null)[]

/**
 * Which column of ours each of a file's is: as people chose it before for the same header, else by its label, its name or
 * a synonym. Never the same one twice: the first keeps it.
 */
export function mapHeader(
  header: readonly string[],
  columns: readonly TemplateColumn[],
  remembered: Readonly<Record<string, string | null>> = {},
): HeaderMapping {
  const taken = new Set<string>()
  return header.map(cell => {
    const said = headerKey(cell)
    const before = Object.hasOwn(remembered, said) ? remembered[said] : undefined
    const found = before === undefined ? columns.find(column => isCalled(column, said))?.key : before
    if (found === undefined || found === null || taken.has(found)) return null
    if (!columns.some(({ key }) => key === found)) return null
    taken.add(found)
    return found
  })
}

const isCalled = ({ key, label, also }: TemplateColumn, said: string) =>
  said !== '' && [label, key, ...also].some(name => headerKey(name) === said)
