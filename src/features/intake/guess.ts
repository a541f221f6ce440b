import { bare } from '#kernel/text.ts'
import type { Translation } from '#features/intake/mapping.ts'

/**
 * Where in a file a column is that goes by some names, the surest first; -1 when nothing is called so. `loosely`: a longer
 * title that begins with one of them will do.
 */
export function columnCalled(
  names: readonly string[],
  titles: readonly string[],
  taken: ReadonlySet<number>,
  loosely = false,
): number {
  const free = titles.map((title, at) => (taken.has(at) ? '' : bare(title)))
  const sought = names.map(bare).filter(Boolean)
  const found = sought.map(name => free.indexOf(name)).find(at => at >= 0)
  if (found !== undefined || !loosely) return found ?? -1
  const long = sought.filter(({ length }) => length > 4)
  return free.findIndex(title => long.some(name => title.startsWith(name)))
}

/** What people write for each of our words: 'fibra' for 'fibraoptica ftth', apart by spaces. */
export type Wording = Readonly<Record<string, string>>

/** Values of a column that say one of our words in others. */
export const translationsOf = <Key extends string>(
  column: Key,
  texts: readonly string[],
  wording: Wording,
  isOurs: (word: string) => boolean,
): readonly Translation<Key>[] =>
  [...new Set(texts)].flatMap(from => {
    if (isOurs(from)) return []
    const to = Object.keys(wording).find(word => isOurs(word) && wording[word]?.split(' ').includes(bare(from)))
    return to === undefined ? [] : [{ column, from, to }]
  })
