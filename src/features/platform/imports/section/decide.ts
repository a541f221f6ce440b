import type { Fields } from '#kernel/field.ts'
import { draftSchema, fieldErrors } from '#kernel/schema.ts'
import { isLocked, keyOf, titleOf, type AnyResource } from '#kernel/resource.ts'
import { sayValue } from '#kernel/say.ts'
import { capital, theOne } from '#kernel/text.ts'
import { restOf } from '#features/platform/imports/section/contacts.ts'
import {
  type CellRest,
  type FieldChange,
  type TemplateColumn,
  type Mode,
  type ImportProblem,
  type ImportSection,
  type ImportVerdict,
} from '#features/platform/imports/section/section.ts'

/** A cell understood: the value to store, its display text, and the owner of the client record it refers to. */
export interface Given {
  readonly value: unknown
  readonly said: string
  readonly owner?: number | undefined
  readonly ownerName?: string | undefined
  readonly rest?: CellRest
  /** Leading zeros were given back to it. */
  readonly zeros?: true
  /** Made of other cells: it names a new record, and changes no other. */
  readonly made?: true
}
export type GivenRow = Readonly<Record<string, Given>>
export type RowValues = Readonly<Record<string, unknown>>
/** A row of the system as it is read whole. */
export type Existing = RowValues & { readonly id: number; readonly active: boolean }

export interface Decision {
  readonly verdict: ImportVerdict
  /** What is wrong with each row of the file that makes the record, the leading one first. */
  readonly problems: readonly (readonly ImportProblem[])[]
  readonly changes: readonly FieldChange[]
  /** What is written; empty where nothing is. */
  readonly draft: RowValues
}

export const refusedEach = (problems: Decision['problems']): Decision => ({
  verdict: 'recusada',
  problems,
  changes: [],
  draft: {},
})
export const refused = (...problems: readonly ImportProblem[]) => refusedEach([problems])
const ofRow = (rule: ImportProblem['rule'], message: string): ImportProblem => ({
  column: null,
  value: '',
  rule,
  message,
})

/** Whether the row found, or not found, may be created or changed in this mode; a refusal when it may not. */
export function standing(of: AnyResource, mode: Mode, existing: Existing | null, by: string): Decision | null {
  if (!existing)
    return mode === 'atualizar'
      ? refused(ofRow('nao-encontrado', `Não há ${of.text.one} com este valor em ${by}. Confira, ou escolha criar.`))
      : null
  if (mode === 'criar')
    return refused(
      ofRow('ja-existe', `Já existe ${theOne(of.text)} com este valor em ${by}. Para mudar, escolha atualizar.`),
    )
  return null
}

/** A refusal of any change to a row that is closed. */
export function closed(of: AnyResource, existing: Existing): Decision | null {
  if (!existing.active) return refused(ofRow('fechado', 'O registro está inativo: reative antes de alterar.'))
  if (isLocked(of, existing)) return refused(ofRow('fechado', 'O registro está fechado: reabra antes de alterar.'))
  return null
}

/** A draft of what a row gives; references travel as ids, and the fields of the one line under its list. */
export function draftGiven(section: ImportSection, given: GivenRow): RowValues {
  const draft: Record<string, unknown> = {}
  const line: Record<string, unknown> = {}
  for (const [column, { value }] of entries(section, given)) {
    const [name = '', inner] = column.key.split('.')
    const into = inner === undefined ? draft : line
    into[keyOf(inner ?? name, column.field)] = value
  }
  return section.line && Object.keys(line).length
    ? { ...draft, [section.line.name]: [{ ...section.line.with, ...line }] }
    : draft
}

/** Returns the filled cells of a row in column order. It runs for every row of a long file, and most fill few columns. */
function entries(section: ImportSection, given: GivenRow): readonly (readonly [TemplateColumn, Given])[] {
  const found: (readonly [TemplateColumn, Given])[] = []
  for (const column of draftedBy(section).columns) {
    const cell = given[column.key]
    if (cell) found.push([column, cell])
  }
  return found
}

/** The columns of a section that fill in a draft; the same ones each time, as their schema is. */
function draftedBy(section: ImportSection) {
  const known = drafted.get(section)
  if (known) return known
  const columns = section.columns.filter(({ aids, key }) => !aids && key !== 'id')
  const found = { columns, fields: Object.fromEntries(columns.map(({ key, field }) => [key, field])) }
  drafted.set(section, found)
  return found
}
const drafted = new WeakMap<ImportSection, { readonly columns: readonly TemplateColumn[]; readonly fields: Fields }>()

/** What the schema of the API would refuse of a row, column by column. */
export function judgeGiven(
  section: ImportSection,
  given: GivenRow,
  { partial = false, outside = false },
): readonly ImportProblem[] {
  const { columns, fields } = draftedBy(section)
  const values = Object.fromEntries(
    entries(section, given).map(([{ key, field }, { value }]) => [keyOf(key, field), value]),
  )
  const parsed = draftSchema(fields, { partial, outside }).safeParse(values)
  if (parsed.success) return []
  return Object.entries(fieldErrors(parsed.error)).map(([path, [message = '']]): ImportProblem => {
    const column = columns.find(({ key, field }) => keyOf(key, field) === path)
    const said = column && given[column.key]?.said
    return { column: column?.key ?? null, value: said ?? '', rule: said ? 'limite' : 'vazio', message }
  })
}

/** Columns whose cells are what the list writes of a record. */
export type ShownColumns = Pick<ReadonlySet<string>, 'has'>
export const noneShown: ShownColumns = new Set()

/**
 * What a row of the file does to the record it is about; a column left empty leaves what is there, and so does one of those
 * `shown`, whose cells are what the list writes of it.
 */
export function decide(
  section: ImportSection,
  given: GivenRow,
  existing: Existing | null,
  mode: Mode,
  by: string,
  outside: boolean,
  shown: ShownColumns = noneShown,
): Decision {
  const stands = standing(section.of, mode, existing, by)
  if (stands) return stands
  const rest = restOf(section, given, existing, outside)
  if (!existing) {
    const draft = draftGiven(section, given)
    const problems = judgeGiven(section, given, { outside })
    const changes = entries(section, given).map(([{ label }, { said }]): FieldChange => [label, '', said])
    return problems.length
      ? refused(...problems)
      : { verdict: 'criar', problems: [], changes: [...changes, ...rest.changes], draft: { ...draft, ...rest.draft } }
  }
  const moved = movedOwner(section, given, existing)
  if (moved && !shown.has(section.owner)) return refused(moved)
  const held = filledLineOf(section, existing)
  const different = entries(section, given).filter(([column, { value }]) => {
    const { from, name } = placeOf(column, existing, held)
    return (from[keyOf(name, column.field)] ?? null) !== value && !shown.has(column.key)
  })
  if (!different.length && !rest.changes.length) return { verdict: 'igual', problems: [], changes: [], draft: {} }
  const closing = closed(section.of, existing)
  if (closing) return closing
  const changed = Object.fromEntries(different.map(([{ key }, cell]) => [key, cell]))
  const draft = draftGiven(section, changed)
  const problems = judgeGiven(section, given, { partial: true, outside }).filter(each => !shown.has(each.column ?? ''))
  if (problems.length) return refused(...problems)
  return {
    verdict: 'atualizar',
    problems: [],
    changes: [
      ...different.map(([column, { said }]): FieldChange => [column.label, saidOf(column, existing, held), said]),
      ...rest.changes,
    ],
    draft: { ...draft, ...mergedLine(section, existing, held, draft), ...rest.draft },
  }
}

/** Whose a record is changes in the record itself: in a row among hundreds nobody sees it. */
function movedOwner(section: ImportSection, given: GivenRow, existing: Existing): ImportProblem | null {
  const { of, owner } = section
  const [coming, ref] = [given[owner], existing[owner]]
  const field = of.fields[owner]
  const present = field && existing[keyOf(owner, field)]
  if (!coming || present === null || present === undefined || coming.value === present) return null
  const whose = isValues(ref) && ref.name ? ` é de ${String(ref.name)}` : ' é de outro dono'
  const name = `${theOne(of.text)} “${String(existing[titleOf(of)] ?? existing.id)}”`
  const message = `${capital(name)}${whose}. De quem é um registro não muda por importação: corrija a linha, ou mude no próprio registro.`
  return { column: owner, value: coming.said, rule: 'diverge', message }
}

export const isValues = (value: unknown): value is RowValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const valuesIn = (value: unknown) => (Array.isArray(value) ? value.filter(isValues) : [])

/** The line a row of the file fills: the one of its kind, or the first where there is no kind. */
export function filledLineOf({ line }: ImportSection, row: RowValues): RowValues | undefined {
  if (!line) return undefined
  const kind = Object.entries(line.with)
  return valuesIn(row[line.name]).find(each => kind.every(([key, value]) => each[key] === value))
}

/** The whole list with that line changed: what the write takes. */
function mergedLine(
  { line }: ImportSection,
  existing: Existing,
  held: RowValues | undefined,
  draft: RowValues,
): RowValues {
  const [given] = valuesIn(line && draft[line.name])
  if (!line || !given) return {}
  const lines = valuesIn(existing[line.name])
  return { [line.name]: held ? lines.map(each => (each === held ? { ...each, ...given } : each)) : [...lines, given] }
}

/** What the record says of a column today, as the reader of the sheet would. */
function saidOf(column: TemplateColumn, existing: Existing, held: RowValues | undefined): string {
  const { from, name } = placeOf(column, existing, held)
  const value = from[name]
  if (column.field.kind === 'ref') return isValues(value) ? String(value.name ?? '') : ''
  return sayValue(column.field, value, () => '') ?? ''
}

/** Returns where a record has a column: in the row itself, or in its line. */
function placeOf(
  { key }: TemplateColumn,
  existing: Existing,
  held: RowValues | undefined,
): { from: RowValues; name: string } {
  const [name = '', inner] = key.split('.')
  return inner === undefined ? { from: existing, name } : { from: held ?? {}, name: inner }
}
