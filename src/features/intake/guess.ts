import { bare, plain } from '#kernel/text.ts'
import type { Translation } from '#features/intake/mapping.ts'

/** Words that say nothing of what a column holds: 'Total de acessos', 'Qtd. de clientes'. */
const fillers = /\b(d[aeo]s?|total|qtde?|quantidade|soma|em)\b\.?/g
const unbracketed = (title: string) => plain(title).replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
/** A title as it is compared: without what stands in brackets, and without filler words where any other is left. */
function spoken(title: string): string {
  const words = unbracketed(title)
  return bare(words.replace(fillers, ' ')) || bare(words) || bare(title)
}
/** A column of another thing, though its title begins as ours: 'Velocidade de upload', 'Cidade de cobrança'. */
const others = /upload|cobranca|anterior|equipament|nascimento|contato|contas?$|\bgb\b|gb$|valor|preco|r\$/

export interface ColumnSought {
  /** Its place; -1 where none is called so, or where two may be meant. */
  readonly at: number
  /** Whether two may be meant. */
  readonly doubtful: boolean
}

/**
 * Where in a file a column is that goes by some names, the surest first. `loosely`: a longer title that begins with one of
 * them will do, if it is the only one.
 */
export function findColumn(
  names: readonly string[],
  titles: readonly string[],
  taken: ReadonlySet<number>,
  loosely = false,
): ColumnSought {
  const sought = [...new Set(names.map(bare).filter(Boolean))]
  const compared = (by: (title: string) => string) => titles.map((title, at) => (taken.has(at) ? '' : by(title)))
  const free = compared(spoken)
  // As it is written, or else without the words that say nothing.
  for (const some of [compared(bare), free]) {
    const whole = sought
      .map(name => some.flatMap((title, at) => (title === name ? [at] : [])))
      .find(each => each.length > 0)
    if (whole) return { at: whole.length === 1 ? (whole[0] ?? -1) : -1, doubtful: whole.length > 1 }
  }
  if (!loosely) return { at: -1, doubtful: false }
  const long = sought.filter(({ length }) => length > 4)
  const like = free.flatMap((title, at) => (long.some(name => title.startsWith(name)) && !others.test(plain(titles[at] ?? '')) ? [at] : [])) // prettier-ignore
  return { at: like.length === 1 ? (like[0] ?? -1) : -1, doubtful: like.length > 1 }
}
/** Where the one column is whose title is one of the names with all its words: 'Número da estação' is no 'Estação'. */
export function columnNamed(names: readonly string[], titles: readonly string[], taken: ReadonlySet<number>): number {
  const forms = (name: string) => [bare(name), bare(unbracketed(name))].filter(Boolean)
  const free = titles.map((title, at) => (taken.has(at) ? [] : forms(title)))
  const hits = [...new Set(names.flatMap(forms))].map(name =>
    free.flatMap((title, at) => (title.includes(name) ? [at] : [])),
  )
  const [at = -1, other] = hits.find(some => some.length > 0) ?? []
  return other === undefined ? at : -1
}
export const columnCalled = (...sought: Parameters<typeof findColumn>) => findColumn(...sought).at

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
