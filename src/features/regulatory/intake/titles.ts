import { comparableText, foldText } from '#kernel/text.ts'

/** Words that say nothing of what a column holds: 'Total de acessos', 'Qtd. de clientes'. */
const fillers = /\b(d[aeo]s?|total|qtde?|quantidade|soma|em)\b\.?/g
const unbracketed = (title: string) => foldText(title).replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
/** Normalizes a title to compare: no brackets, and no filler words unless nothing else is left. */
function spoken(title: string): string {
  const words = unbracketed(title)
  return comparableText(words.replace(fillers, ' ')) || comparableText(words) || comparableText(title)
}
/** A column of another thing, though its title begins as ours: 'Velocidade de upload', 'Cidade de cobrança'. */
const otherTitles = /upload|cobranca|anterior|equipament|nascimento|contato|contas?$|\bgb\b|gb$|valor|preco|r\$/

export interface ColumnSought {
  /** Its place; -1 where none is called so, or where two may be meant. */
  readonly at: number
  /** Whether two may be meant. */
  readonly doubtful: boolean
  /** The places of all that may be meant. */
  readonly among: readonly number[]
}
const soughtAmong = (among: readonly number[]): ColumnSought => ({
  at: among.length === 1 ? (among[0] ?? -1) : -1,
  doubtful: among.length > 1,
  among,
})

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
  const sought = [...new Set(names.map(comparableText).filter(Boolean))]
  const compared = (by: (title: string) => string) => titles.map((title, at) => (taken.has(at) ? '' : by(title)))
  const free = compared(spoken)
  // As it is written, or else without the words that say nothing.
  for (const some of [compared(comparableText), free]) {
    const whole = sought
      .map(name => some.flatMap((title, at) => (title === name ? [at] : [])))
      .find(each => each.length > 0)
    if (whole) return soughtAmong(whole)
  }
  if (!loosely) return soughtAmong([])
  const long = sought.filter(({ length }) => length > 4)
  const like = free.flatMap((title, at) => (long.some(name => title.startsWith(name)) && !otherTitles.test(foldText(titles[at] ?? '')) ? [at] : [])) // prettier-ignore
  return soughtAmong(like)
}
/** Where the one column is whose title is one of the names with all its words: 'Número da estação' is no 'Estação'. */
export function columnNamed(names: readonly string[], titles: readonly string[], taken: ReadonlySet<number>): number {
  const forms = (name: string) => [comparableText(name), comparableText(unbracketed(name))].filter(Boolean)
  const free = titles.map((title, at) => (taken.has(at) ? [] : forms(title)))
  const hits = [...new Set(names.flatMap(forms))].map(name =>
    free.flatMap((title, at) => (title.includes(name) ? [at] : [])),
  )
  const [at = -1, other] = hits.find(some => some.length > 0) ?? []
  return other === undefined ? at : -1
}
export const columnCalled = (...sought: Parameters<typeof findColumn>) => findColumn(...sought).at

/** What offices shorten in the titles of their sheets. */
const shortened: Readonly<Record<string, string>> = {
  ...spelled('numero', 'n nr nro num'),
  ...spelled('telefone', 'tel fone'),
  ...spelled('celular', 'cel'),
  ...spelled('endereco', 'end ender'),
  ...spelled('complemento', 'compl'),
  ...spelled('municipio', 'mun munic'),
  ...spelled('cidade', 'cid'),
  ...spelled('codigo', 'cod'),
  ...spelled('data', 'dt dta'),
  ...spelled('vencimento', 'venc vencto vcto'),
  ...spelled('valor', 'vl vlr'),
  ...spelled('mensalidade', 'mens'),
  ...spelled('observacao', 'obs'),
  ...spelled('responsavel', 'resp'),
  ...spelled('inscricao', 'insc'),
  ...spelled('situacao', 'sit'),
  ...spelled('contrato', 'contr'),
  ...spelled('licenca', 'lic'),
  ...spelled('tecnologia', 'tec tecnol'),
  ...spelled('tributario', 'trib'),
  ...spelled('latitude', 'lat'),
  ...spelled('longitude', 'lng lon long'),
}
function spelled(word: string, others: string): Readonly<Record<string, string>> {
  return Object.fromEntries(others.split(' ').map(other => [other, word]))
}
const small = new Set('a o as os e d de da do das dos em no na nos nas ao por para com'.split(' '))

interface TitleWord {
  /** The same in singular and plural. */
  readonly stem: string
  readonly plural: boolean
}
function wordOf(word: string): TitleWord {
  const whole = shortened[word] ?? shortened[word.replace(/s$/, '')]
  if (whole !== undefined) return { stem: wordOf(whole).stem, plural: word.endsWith('s') }
  // 'mês' and 'gás' are no plurals.
  if (word.length < 4) return { stem: word, plural: false }
  const one = word
    .replace(/[oa](?:es|os)$/, 'ao')
    .replace(/([aeou])is$/, '$1l')
    .replace(/ns$/, 'm')
  return { stem: one.replace(/e?s$|e$/, ''), plural: one !== word || one.endsWith('s') }
}
/** The words of a title that say what its column holds: without brackets, numbers, and words that say nothing. */
function wordsOf(title: string): readonly TitleWord[] {
  const split = (text: string) =>
    text.split(/[^a-z0-9]+/).filter(word => word !== '' && !small.has(word) && !/^\d+$/.test(word))
  const words = unbracketed(title)
  const telling = split(words.replace(fillers, ' '))
  return (telling.length ? telling : split(words)).map(wordOf)
}
/** A title in plural says what a name in singular does; a name in plural may be a count of what the title names one of. */
const isAlike = (title: readonly TitleWord[], name: readonly TitleWord[]) =>
  title.length > 0 &&
  title.length === name.length &&
  title.every(({ stem, plural }, at) => stem === name[at]?.stem && (plural || !name[at].plural))

/**
 * Where in a file the columns are whose titles say one of the names in other words: shortened, in plural, with numbers or
 * small words, or several of the names, as 'Telefone/Celular' does.
 */
export function columnsAlike(
  names: readonly string[],
  titles: readonly string[],
  taken: ReadonlySet<number>,
): readonly number[] {
  const sought = names.map(wordsOf)
  const isCalled = (title: string) => sought.some(name => isAlike(wordsOf(title), name))
  return titles.flatMap((title, at) => {
    if (taken.has(at)) return []
    const parts = title.split(/\/|\s+ou\s+/i)
    return isCalled(title) || (parts.length > 1 && parts.every(isCalled)) ? [at] : []
  })
}
