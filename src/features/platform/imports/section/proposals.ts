import { cnpj, cpf, ibgeDigits, readPhone, uf, ufOfCity, zipcode } from '#kernel/brasil.ts'
import { isFuture, readDate, withoutHour } from '#kernel/day.ts'
import { formats } from '#kernel/format.ts'
import { readNumeral } from '#kernel/numeral.ts'
import { readCoordinate } from '#kernel/place/place.ts'
import { columnsAlike, findColumn } from '#features/regulatory/intake/titles.ts'
import { sourcesIn, titlesOf, type Mapping } from '#features/regulatory/intake/mapping.ts'
import { titleWordsOf } from '#features/platform/imports/section/header.ts'
import { withoutUnit } from '#features/platform/imports/section/notation.ts'
import type { ImportSection, TemplateColumn } from '#features/platform/imports/section/section.ts'
import { readState } from '#parts/address/states.ts'

// What the titles of a file do not say its cells may: each is proposed, and taken once somebody agrees.

/** What the cells of a column may be, in words. */
export const contents = {
  fistel: 'fistéis',
  documento: 'CPF ou CNPJ',
  email: 'e-mails',
  telefone: 'telefones',
  cep: 'CEP',
  uf: 'estados',
  municipio: 'municípios',
  data: 'datas',
  dinheiro: 'valores em reais',
  lat: 'latitudes',
  lng: 'longitudes',
} as const
type Content = keyof typeof contents

/** Degrees with the decimals or the marks of a place, so that no other number is taken for them. */
const degrees = /\d[.,]\d{4,}|\d\s*[°º]/
const isDocument = (text: string) => (cnpj(text) ?? cpf(text)) !== null
const isContent: Readonly<Record<Content, (text: string) => boolean>> = {
  // A fistel checks as a CPF does.
  fistel: text => /^\d[\d.-]{10,14}$/.test(text) && formats.fistel.parse(text) !== null,
  documento: isDocument,
  email: text => formats.email.parse(text) !== null,
  // Eleven digits that check are a CPF sooner than a telephone.
  telefone: text => readPhone(text) !== null && !isDocument(text),
  cep: text => /^\d{2}\.?\d{3}-?\d{3}$/.test(text) && zipcode(text) !== null,
  uf: text => readState(text) !== null && !/\d/.test(text),
  municipio: text => isCode(text) || uf(/[/-]\s*(\p{L}{2})$/u.exec(text)?.[1] ?? '') !== null,
  data: text => /^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}(?:[ T]|$)/.test(text) && readDate(withoutHour(text)) !== null,
  dinheiro: text => /^-?\s*R\$|\d[.,]\d{2}$/.test(text) && readNumeral(withoutUnit(text)) !== null,
  lat: text => degrees.test(text) && 'degrees' in readCoordinate(text, 'lat'),
  lng: text => degrees.test(text) && 'degrees' in readCoordinate(text, 'lng'),
}
function isCode(text: string): boolean {
  const code = ibgeDigits(text)
  return code !== null && ufOfCity(Number(code)) !== null
}
function isToCome(text: string): boolean {
  const day = readDate(withoutHour(text))
  return typeof day === 'string' && isFuture(day)
}
const contentNames = Object.keys(isContent).filter((name): name is Content => name in isContent)

const ofFormat: Readonly<Record<string, Content>> = {
  document: 'documento',
  cnpj: 'documento',
  fistel: 'fistel',
  email: 'email',
  phone: 'telefone',
  zipcode: 'cep',
  uf: 'uf',
}
const ofTarget: Readonly<Record<string, Content>> = { clients: 'documento', fistels: 'fistel', cities: 'municipio' }
/** What a column of ours holds; undefined where its cells look like nothing in particular. */
function contentOf({ field: { kind, options } }: TemplateColumn): Content | undefined {
  if (options.axis) return options.axis
  if (kind === 'date') return 'data'
  if (kind === 'money') return 'dinheiro'
  return kind === 'ref' ? ofTarget[options.to ?? ''] : ofFormat[options.format ?? '']
}

/** Rows that are looked at, and the characters of a cell that is no text. */
const [most, longest] = [500, 60]

/** What nine in ten of a column's filled cells are. */
function contentsIn(cells: readonly string[]): readonly Content[] {
  const filled = cells.filter(Boolean)
  if (!filled.length || filled.some(({ length }) => length > longest)) return []
  return contentNames.filter(name => filled.filter(text => isContent[name](text)).length * 10 >= filled.length * 9)
}

/** A column of the file that none of ours comes from, and which it may be. */
export interface ColumnProposal {
  readonly title: string
  /** What its cells look like; null where its title alone is like another. */
  readonly holds: Content | null
  /** Keys of columns of ours, the likeliest first. */
  readonly keys: readonly string[]
}

/** What the columns a mapping leaves out may be: by titles that are like ours, or by what their cells hold. */
export function leftProposals(
  { columns }: Pick<ImportSection, 'columns'>,
  mapping: Pick<Mapping, 'columns'>,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): readonly ColumnProposal[] {
  const titles = titlesOf(header)
  const at = sourcesIn(mapping, header)
  const taken = new Set(columns.map(({ key }) => at(key)))
  const free = columns.filter(({ key }) => key !== 'id' && !(key in mapping.columns))
  const called = free.map(column => {
    const names = titleWordsOf(column)
    return new Set([...findColumn(names, titles, taken, true).among, ...columnsAlike(names, titles, taken)])
  })
  const first = rows.slice(0, most)
  return titles.flatMap((title, place): ColumnProposal[] => {
    if (taken.has(place)) return []
    const cells = first.map(row => row[place]?.trim() ?? '')
    const holds = contentsIn(cells)
    const isLike = (column: TemplateColumn) =>
      holds.some(each => each === contentOf(column)) && !(column.field.options.past && cells.some(isToCome))
    const byTitle = free.filter(
      (column, n) => called[n]?.has(place) && (contentOf(column) === undefined || isLike(column)),
    )
    const keys = [...new Set([...byTitle, ...free.filter(isLike)].map(({ key }) => key))]
    return [{ title, keys, holds: holds.find(each => free.some(column => contentOf(column) === each)) ?? null }]
  })
}
