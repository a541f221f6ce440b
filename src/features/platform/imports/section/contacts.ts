import { formats } from '#kernel/format.ts'
import type {
  CellOutcome,
  CellRest,
  FieldChange,
  ImportSection,
  TemplateColumn,
} from '#features/platform/imports/section/section.ts'

// A cell of an office's sheet holds several phones or mails, with the names of who answers them.

/** Between two contacts; a dash or a stroke within a number, or in 'c/ Ana', is none. */
const between =
  /\s*[;|\n]\s*|\s+[/\u2013]\s+|\s*[,/]\s*(?=[(+\d]|[^\s,/]+@)|\s+(?:e|ou)\s+(?=[(+\d]|[^;|]*@)|(?<=\d)\s+(?=\()|(?<=\d{4})\s+(?=\d{2}\s)/i
const contactPatterns = {
  phone: /\+?\(?\d[\d\s().\-\u2013\u2011]*\d/,
  email: /[^\s<>()[\],;:"]+@[^\s<>()[\],;:"]+/,
} as const
/** Longer cells are no list of contacts. */
const longest = 500
const edges = /^[\s:.,()<>"\u2013-]+|[\s:.,()<>"\u2013-]+$/g

/** The contacts of a cell, the first its value; null where it holds one alone, or none that can be read. */
export function readContacts(text: string, { field: { options }, rest }: TemplateColumn): CellOutcome | null {
  const { format } = options
  if (!rest || (format !== 'phone' && format !== 'email')) return null
  const { parse, show } = formats[format]
  if (text.length > longest || parse(text) !== null) return null
  const pieces = text
    .split(between)
    .map(piece => piece.trim())
    .filter(Boolean)
  const found = pieces.flatMap(piece => {
    const [contact = ''] = contactPatterns[format].exec(piece) ?? []
    const value = parse(contact)
    const name = piece.replace(contact, ' ').replace(edges, '').replace(/\s+/g, ' ').slice(0, 80)
    return value === null ? [] : [{ value, responsible: name || null }]
  })
  const [first, ...others] = found
  if (!first) return null
  const more = others.filter(
    ({ value }, at) => value !== first.value && others.findIndex(each => each.value === value) === at,
  )
  // Words beside the first contact, and pieces that are none, are nobody's: the whole cell is noted.
  const left = found.length < pieces.length || first.responsible !== null
  return {
    value: first.value,
    said: show(first.value),
    rest: { more, note: left ? text.replace(/\s+/g, ' ') : null },
  }
}

type RecordValues = Readonly<Record<string, unknown>>
interface WithRest {
  readonly value: unknown
  readonly rest?: CellRest
}
const linesIn = (value: unknown): readonly RecordValues[] => (Array.isArray(value) ? value : [])

/** What the further contacts and notes of a row's cells add to its record, which has none of them yet. */
export function restOf(
  { of, columns }: ImportSection,
  given: Readonly<Record<string, WithRest>>,
  existing: RecordValues | null,
  outside: boolean,
) {
  const draft: Record<string, unknown> = {}
  const changes: FieldChange[] = []
  const notes: string[] = []
  for (const { key, label, field, rest } of columns) {
    const { value, rest: held } = given[key] ?? {}
    const format = field.options.format
    if (!rest || !held || !format) continue
    const lines = linesIn(existing?.[rest.list])
    const known = new Set([value, ...lines.map(line => line[rest.name])])
    const more = held.more.filter(each => !known.has(each.value))
    if (more.length) {
      draft[rest.list] = [
        ...lines,
        ...more.map(({ value: contact, responsible }) => ({ [rest.name]: contact, responsible })),
      ]
      const said = more.map(each => [formats[format].show(each.value), each.responsible].filter(Boolean).join(' '))
      changes.push([of.fields[rest.list]?.label ?? rest.list, '', said.join(', ')])
    }
    if (held.note !== null) notes.push(`${label} na planilha: ${held.note}`)
  }
  const name = outside ? 'external_observation' : 'internal_observation'
  const before = String(given[name]?.value ?? existing?.[name] ?? '')
  const added = notes.filter(each => !before.includes(each))
  if (added.length) {
    draft[name] = [before, ...added].filter(Boolean).join('\n')
    changes.push([of.fields[name]?.label ?? name, before, String(draft[name])])
  }
  return { draft, changes }
}
