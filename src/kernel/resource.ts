import { isStaff, type User } from '#kernel/access.ts'
import {
  text as textField,
  type Field,
  type Fields,
  type LineKey,
  type Listed,
  type RefKey,
  type Row,
  type Stored,
} from '#kernel/field.ts'

/** Any resource at all: what the machine works with. */
export interface AnyResource {
  /** 'collects': URL, folder, table and permission prefix; one name, the wire's. */
  readonly path: string
  /** Its table, where two sections show rows of the same one. */
  readonly table?: string
  readonly text: Text
  readonly fields: Fields
  /** The first column names the row: in lists it is the link, in references the `name`. */
  readonly list: {
    readonly columns: readonly string[]
    readonly sort?: string
    readonly search?: readonly string[]
    /** Orders an index has besides its own, by references and by flags: a list of more than a hundred thousand is put in no other. */
    readonly orders?: readonly string[]
    /** What its cells are drawn with besides their own columns, whichever are shown. */
    readonly besides?: readonly string[]
  }
  readonly form: readonly Section[]
  /** Everyone may see a row, or users who see the row this reference points to. */
  readonly scope: string
  /** All verbs apply by default. */
  readonly verbs?: readonly Verb[]
  /** A row for which any of these holds is read-only, or some of its fields are, until an action changes that. */
  readonly locked?: readonly (Condition | RowLock)[]
  /** PUT /{path}/{id}/{action}: a route, a permission, a button. */
  readonly actions?: Readonly<Record<string, Action>>
  /** Its rows are written only by who proved a short while ago who they are. */
  readonly proof?: 'any'
  /** A new row may begin like another one, at /{path}/duplicate/{uuid}. */
  readonly copied?: true
}

export type Verb = 'index' | 'show' | 'store' | 'update' | 'destroy' | 'enable' | 'disable'
export const everyVerb: readonly Verb[] = ['index', 'show', 'store', 'update', 'destroy', 'enable', 'disable']

/** How people call it: singular and plural in lower case, and the grammatical gender. */
export interface Text {
  readonly one: string
  readonly many: string
  readonly gender: 'm' | 'f'
}
export interface Section {
  readonly title?: string
  readonly help?: string
  readonly fields: readonly string[]
}
export interface Action {
  readonly label: string
  /** Text of the confirmation before it: what the action does. The title above the text names the row. */
  readonly confirm?: string
  /** The message once it is done; without one, that the row is saved. */
  readonly done?: string
  /** Offered, and done, only while this holds, or while the row is locked or is not. */
  readonly when?: Condition | 'locked' | 'unlocked'
  /** The section that shows the row from then on, when it leaves this one. */
  readonly to?: string
  /** Among what is seldom done, behind a menu. */
  readonly seldom?: true
  /** It is offered for many rows of a list at once, and undone by the action of this name. */
  readonly undoneBy?: string
}
/** Why a row is read-only, where a condition alone does not say it. */
export interface RowLock {
  /** Always, unless it says when. */
  readonly when?: Condition
  /** Not for the person this reference names. */
  readonly author?: string
  /** For people of clients alone. */
  readonly of?: 'clientes'
  /** Of the row only these. */
  readonly fields?: readonly string[]
  /** The sentence its reader sees, with who may undo it. */
  readonly why: string
  /** What an action writes though the row is locked: the field of the condition, unless others are named. */
  readonly by?: readonly string[]
}
/** A field must have this value, or one of these; a reference is compared by its name. */
export type Condition = readonly [field: string, is: string | boolean | null | readonly string[]]

function holds([field, is]: Condition, row: object): boolean {
  const values: Readonly<Record<string, unknown>> = { ...row }
  const value = values[field] ?? null
  const held = typeof value === 'object' && value !== null && 'name' in value ? value.name : value
  return Array.isArray(is) ? is.includes(held) : held === is
}

type Lockable = Pick<AnyResource, 'locked'>
/** May its reader do this action to the row in its present state? */
export function isOpenTo(of: Lockable, { when }: Pick<Action, 'when'>, row: object, reader: User): boolean {
  if (when === 'locked') return isLocked(of, row)
  return when === undefined || (when === 'unlocked' ? !isLocked(of, row, reader) : holds(when, row))
}

/** The actions that are offered for many rows of a list at once. */
export const actionsForMany = ({ actions = {} }: Pick<AnyResource, 'actions'>) =>
  Object.entries(actions).flatMap(([name, action]) => (action.undoneBy === undefined ? [] : [{ name, action }]))

const locksOf = ({ locked = [] }: Lockable) =>
  locked.map((each): RowLock => ('why' in each ? each : { when: each, why: '' }))

function shuts({ when, author, of }: RowLock, row: object, reader?: User): boolean {
  const values: Readonly<Record<string, unknown>> = { ...row }
  if ((of || author) && !reader) return false
  if (of && reader && isStaff(reader)) return false
  const person = author && (values[`${author}_id`] ?? Object(values[author]).id)
  return author ? person !== reader?.id : when === undefined || holds(when, row)
}

/** What makes the row read-only to its reader; without one, to everybody. */
export const lockOf = (of: Lockable, row: object, reader?: User) =>
  locksOf(of).find(lock => !lock.fields && shuts(lock, row, reader))

/** Is the row read-only until an action takes it out of its state? Without a reader: to everybody. */
export const isLocked = (of: Lockable, row: object, reader?: User) => lockOf(of, row, reader) !== undefined

/** The fields that do not change in the present state of the row, with why. */
export const fixedIn = (of: Lockable, row: object, reader?: User): Readonly<Record<string, string>> =>
  Object.fromEntries(
    locksOf(of).flatMap(lock =>
      shuts(lock, row, reader) ? (lock.fields ?? []).map(name => [name, lock.why] as const) : [],
    ),
  )

type SortKey<F extends Fields> = `${'' | '-'}${(keyof F & string) | 'id' | 'created_at' | 'updated_at'}`

/** A particular resource, as written: every name inside it is checked against its own fields. */
export interface Resource<P extends string, F extends Fields, A extends string> extends AnyResource {
  readonly path: P
  readonly fields: F
  readonly list: {
    readonly columns: readonly (keyof F & string)[]
    readonly sort?: SortKey<F> | `${SortKey<F>},${SortKey<F>}`
    readonly search?: readonly (keyof F & string)[]
    readonly orders?: readonly ((keyof F & string) | 'created_at' | 'updated_at')[]
    readonly besides?: readonly (keyof F & string)[]
  }
  readonly form: readonly (Section & { readonly fields: readonly (keyof F & string)[] })[]
  readonly scope: 'everyone' | RefKey<F>
  readonly actions?: Readonly<Record<A, Action>>
}

/** What every row carries besides its fields. */
export interface Stamps {
  readonly id: number
  readonly uuid: string
  readonly active: boolean
  readonly created_at: string
  readonly updated_at: string
  readonly deleted_at: string | null
}

type FieldsOf<R> = R extends { readonly fields: infer F extends Fields } ? F : never
export type RowOf<R> = Row<FieldsOf<R>> & Stamps
export type ListedOf<R> = Listed<FieldsOf<R>> & Stamps
export type StoredOf<R> = Stored<FieldsOf<R>>
/** The names of its lines. */
export type LinesOf<R> = LineKey<FieldsOf<R>>
export type ActionOf<R> = R extends Resource<string, infer _F, infer A> ? A : never

/**
 * Declares a section. Its table, API, permissions, screens and tests follow.
 * @example
 * export const bancos = resource({
 *   path: 'bancos',
 *   text: { one: 'banco', many: 'bancos', gender: 'm' },
 *   fields: { name: text('Nome', { required: true }), code: integer('Código') },
 *   list: { columns: ['code', 'name'], sort: 'name', search: ['name'] },
 *   form: [{ fields: ['name', 'code'] }],
 *   scope: 'everyone',
 * })
 */
export const resource = <const P extends string, const F extends Fields, const A extends string = never>(
  declared: Resource<P, F, A>,
): Resource<P, F, A> => declared

const lookupFields = {
  name: textField('Nome', { required: true, max: 120 }),
  slug: textField('Identificador', { writable: false, max: 140 }),
}
type LookupFields = typeof lookupFields

/**
 * A plain lookup: a name, its slug, and at most a few fields more.
 * @example
 * export const plans = lookup('plans', { one: 'plano', many: 'planos', gender: 'm' })
 */
export function lookup<const P extends string, const F extends Fields = {}>(
  path: P,
  text: Text,
  more?: F,
): Resource<P, F & LookupFields, never> {
  const fields = { ...lookupFields, ...more } as F & LookupFields
  const shown = (Object.keys(fields) as (keyof (F & LookupFields) & string)[]).filter(key => key !== 'slug')
  const searched = shown.filter(key => fields[key]?.kind === 'text')
  return {
    path,
    text,
    fields,
    list: { columns: shown.filter(key => fields[key]?.kind !== 'metas'), sort: 'name' as never, search: searched },
    form: [{ fields: shown }],
    scope: 'everyone',
  }
}

/** 'attendance-types' → 'attendance_types'. */
export const tableOf = ({ path, table = path }: Pick<AnyResource, 'path' | 'table'>) => table.replaceAll('-', '_')

/** The field that names a row of this resource. */
export const titleOf = (resource: AnyResource): string => resource.list.columns[0] ?? 'id'

export const verbsOf = (resource: AnyResource): readonly Verb[] => resource.verbs ?? everyVerb

/** Whether deleted rows of this resource are listed, and brought back: its history does that for whatever may be changed. */
export const hasTrash = (resource: AnyResource): boolean =>
  (['index', 'show', 'update', 'destroy'] as const).every(verb => verbsOf(resource).includes(verb))

export const isField = (kind: Field['kind'], field: Field | undefined): field is Field => field?.kind === kind

/** The wire's key of a field: references travel as ids. */
export const keyOf = (name: string, field: Field) => (field.kind === 'ref' ? `${name}_id` : name)
