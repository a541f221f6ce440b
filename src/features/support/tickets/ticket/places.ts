import { capital, join } from '#kernel/text.ts'

// A text with places in it: '{{ cliente.nome }}', '{{ estacao | default: "a estação" }}', and
// '{% if competencia %}…{% else %}…{% endif %}'. There is nothing else, so that no text decides how long it runs.

const filters = {
  upcase: (value: string) => value.toLocaleUpperCase('pt-BR'),
  downcase: (value: string) => value.toLocaleLowerCase('pt-BR'),
  capitalize: capital,
} as const
type FilterName = keyof typeof filters
const isFilter = (name: string): name is FilterName => Object.hasOwn(filters, name)
const filterNames = [...Object.keys(filters), 'default: "…"']

/** Marks in one text, so that its longest filling is known when it is written. */
export const mostMarks = 100
/** Characters of a filled text. */
export const longestFilling = 100_000

type PlacedPiece =
  | { readonly kind: 'words'; readonly words: string }
  | {
      readonly kind: 'place'
      readonly name: string
      readonly filters: readonly FilterName[]
      readonly otherwise: string | null
    }
  | { readonly kind: 'if'; readonly name: string }
  | { readonly kind: 'else' }
  | { readonly kind: 'endif' }

export interface PlacedText {
  readonly pieces: readonly PlacedPiece[]
  /** What is wrong with it, in sentences; none where it can be filled in. */
  readonly faults: readonly string[]
}

const cited = (words: string) => {
  const short = words.trim().replaceAll(/\s+/g, ' ')
  return `“${short.length > 40 ? `${short.slice(0, 40)}…` : short}”`
}
const placeName = /^[\w.]+$/u
const fallback = /^default\s*:\s*(?:"([^"]*)"|'([^']*)')$/u

/** `{{ name | filter }}`, or what is wrong with it. */
function placeOf(inner: string, known: readonly string[]): PlacedPiece | string {
  const [name = '', ...wanted] = inner.split('|').map(part => part.trim())
  if (!known.includes(name)) return `Não há ${cited(name)} para preencher. Há ${join(known)}.`
  const applied: FilterName[] = []
  let otherwise: string | null = null
  for (const filter of wanted) {
    const said = fallback.exec(filter)
    if (said) otherwise = said[1] ?? said[2] ?? ''
    else if (isFilter(filter)) applied.push(filter)
    else return `Não há o filtro ${cited(filter)}. Há ${join(filterNames)}.`
  }
  return { kind: 'place', name, filters: applied, otherwise }
}

/** `{% if name %}`, `{% else %}`, `{% endif %}`, or what is wrong with it. */
function tagOf(inner: string, known: readonly string[]): PlacedPiece | string {
  const [word = '', ...rest] = inner.trim().split(/\s+/u)
  if ((word === 'else' || word === 'endif') && !rest.length) return { kind: word }
  if (word !== 'if') return `Não há ${cited(word || inner)} entre {% e %}. Há if, else e endif.`
  const name = rest.join(' ')
  if (known.includes(name)) return { kind: 'if', name }
  return placeName.test(name)
    ? `Não há ${cited(name)} para preencher. Há ${join(known)}.`
    : `Depois de “if” vai só o nome de um campo, e não ${cited(name)}. Há ${join(known)}.`
}

const marks = [
  { opens: '{{', closes: '}}', pieceOf: placeOf },
  { opens: '{%', closes: '%}', pieceOf: tagOf },
] as const

/** Reads a text once from its beginning to its end, whatever is in it. */
export function readPlaces(text: string, known: readonly string[]): PlacedText {
  const pieces: PlacedPiece[] = []
  const faults = new Set<string>()
  let at = 0
  let count = 0
  const words = (until: number) => {
    if (until > at) pieces.push({ kind: 'words', words: text.slice(at, until) })
  }
  for (let from = text.indexOf('{'); from >= 0; from = text.indexOf('{', from)) {
    const mark = marks.find(({ opens }) => text.startsWith(opens, from))
    if (!mark) {
      from += 1
      continue
    }
    const end = text.indexOf(mark.closes, from + 2)
    if (end < 0) {
      faults.add(
        `${cited(text.slice(from, from + 41))} não termina em ${mark.closes}. Escreva assim: {{ cliente.nome }}.`,
      )
      break
    }
    if (++count > mostMarks) {
      faults.add(`O texto tem mais de ${mostMarks} campos. Divida em dois.`)
      break
    }
    words(from)
    at = from
    from = end + 2
    const piece = mark.pieceOf(text.slice(at + 2, end), known)
    if (typeof piece === 'string') {
      // What is not known stays as it was written.
      faults.add(piece)
      words(from)
    } else pieces.push(piece)
    at = from
  }
  words(text.length)
  for (const fault of nestingFaults(pieces)) faults.add(fault)
  return { pieces, faults: [...faults] }
}

/** Each `if` ends, and has one `else` at most. */
function nestingFaults(pieces: readonly PlacedPiece[]): readonly string[] {
  const open: { hasElse: boolean }[] = []
  const faults = []
  for (const { kind } of pieces) {
    const inner = open.at(-1)
    if (kind === 'if') open.push({ hasElse: false })
    else if (kind === 'else' && (!inner || inner.hasElse)) faults.push('Há {% else %} sem o {% if … %} dele.')
    else if (kind === 'else' && inner) inner.hasElse = true
    else if (kind === 'endif' && !open.pop()) faults.push('Há {% endif %} sem o {% if … %} dele.')
  }
  if (open.length) faults.push('Falta {% endif %}: todo {% if … %} termina com um.')
  return faults
}

export interface FilledText {
  readonly content: string
  /** Places it shows of which nothing is known: 'competencia'. */
  readonly empty: readonly string[]
  /** Why it cannot be used, in sentences. */
  readonly faults: readonly string[]
}

/** A text with what is known in its places, in one pass over it. */
export function fillText(text: string, values: Readonly<Record<string, string>>): FilledText {
  const { pieces, faults } = readPlaces(text, Object.keys(values))
  const empty = new Set<string>()
  /** Whether the content of each open `if` is shown. */
  const shown: boolean[] = []
  let content = ''
  for (const piece of pieces) {
    if (piece.kind === 'if') shown.push(values[piece.name] !== '')
    else if (piece.kind === 'else') shown.push(!shown.pop())
    else if (piece.kind === 'endif') shown.pop()
    else if (shown.every(Boolean)) content += piece.kind === 'words' ? piece.words : valueOf(piece, values, empty)
    if (content.length > longestFilling) {
      const most = longestFilling.toLocaleString('pt-BR')
      return {
        content: content.slice(0, longestFilling),
        empty: [...empty],
        faults: [...faults, `O texto preenchido passa de ${most} caracteres.`],
      }
    }
  }
  return { content: content.trim(), empty: [...empty], faults }
}

function valueOf(
  { name, filters: applied, otherwise }: Extract<PlacedPiece, { kind: 'place' }>,
  values: Readonly<Record<string, string>>,
  empty: Set<string>,
): string {
  const value = values[name] || otherwise
  if (!value) empty.add(name)
  return applied.reduce((filled, filter) => filters[filter](filled), value ?? '')
}
