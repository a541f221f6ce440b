import { isStaff, type User } from '#kernel/access.ts'
import { sentMeta } from '#kernel/meta.ts'
import { differing, writable } from '#kernel/changes.ts'
import type { Fields } from '#kernel/field.ts'
import { keyOf, type AnyResource } from '#kernel/resource.ts'
import { metasIn } from '#web/kinds/metas.ts'
import { isRecord } from '#web/storage.ts'

/** What a form holds: the wire's keys, as they will be sent; references' names ride along unsent. */
export type Values = Readonly<Record<string, unknown>>

/** A resource as its reader knows it: the server refuses the consultancy's own fields from anybody else. */
export const seenBy = (user: User, resource: AnyResource): AnyResource =>
  isStaff(user)
    ? resource
    : {
        ...resource,
        fields: Object.fromEntries(Object.entries(resource.fields).filter(([, { options }]) => !options.internal)),
      }

/** A new row's values, as its declaration begins them. */
export const emptyDraft = (fields: Fields): Values =>
  Object.fromEntries(
    writable(fields).map(([name, field]) => {
      const { kind, options } = field
      const start = options.default ?? (kind === 'flag' ? false : ['many', 'words', 'metas'].includes(kind) ? [] : null)
      return [keyOf(name, field), start]
    }),
  )

/** Values an address brings to a new row, '?client_id=7', for the fields that travel as one word. */
export const broughtBy = (fields: Fields, address: string): Values => {
  const words = new URLSearchParams(address)
  const pairs = writable(fields).flatMap(([name, field]): [string, unknown][] => {
    const said = words.get(keyOf(name, field))
    if (!said || field.options.secret) return []
    if (field.kind === 'ref' || field.kind === 'integer')
      return /^\d{1,9}$/.test(said) ? [[keyOf(name, field), +said]] : []
    return ['text', 'date', 'choice'].includes(field.kind) ? [[name, said]] : []
  })
  return Object.fromEntries(pairs)
}

/** A row as its form begins: what may be written, and the names of what it refers to. */
export function draftOf(fields: Fields, row: Values): Values {
  const pairs = writable(fields).flatMap(([name, field]): [string, unknown][] => {
    const value = row[keyOf(name, field)]
    if (field.kind === 'ref') return [[`${name}_id`, value ?? null], [name, row[name] ?? null]] // prettier-ignore
    if (field.kind === 'metas') return [[name, metasIn(value).map(meta => sentMeta(meta))]]
    if (field.kind !== 'many') return [[name, value ?? null]]
    const lines = Array.isArray(value) ? value.filter(isRecord) : []
    return [[name, lines.map(line => ({ id: line.id, ...draftOf(field.options.shape ?? {}, line) }))]]
  })
  return Object.fromEntries(pairs)
}

/** What is sent: the keys the server accepts, texts that were emptied as nothing. */
export function sentOf(fields: Fields, values: Values): Values {
  const pairs = writable(fields).flatMap(([name, field]): [string, unknown][] => {
    const key = keyOf(name, field)
    const value = values[key]
    if (value === undefined || (field.options.secret && !value)) return []
    if (field.kind !== 'many' || !Array.isArray(value)) return [[key, value === '' ? null : value]]
    const shape = field.options.shape ?? {}
    return [[key, value.filter(isRecord).map(line => sentLine(shape, line))]]
  })
  return Object.fromEntries(pairs)
}

const draftsMade = new WeakMap<Fields, WeakMap<Values, Values>>()
/** Each line once: of a list of thousands, only what changed is made again. */
function sentLine(shape: Fields, line: Values): Values {
  const lines = draftsMade.get(shape) ?? new WeakMap<Values, Values>()
  const sent = lines.get(line) ?? { ...(line.id !== undefined && { id: line.id }), ...sentOf(shape, line) }
  draftsMade.set(shape, lines.set(line, sent))
  return sent
}

/** Of what would be sent, only what differs from what was read. */
export const changedOf = (fields: Fields, before: Values, after: Values): Values =>
  sentOf(Object.fromEntries(differing(fields, before, after)), after)

/** A form between reading a row and saving it. */
export interface FormState {
  /** What was read, and what it became. */
  readonly before: Values
  readonly values: Values
  /** The version of the row read, on which the save is based; null for a new row. */
  readonly version: string | null
}
