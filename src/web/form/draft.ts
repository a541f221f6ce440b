import type { Fields } from '#kernel/field.ts'
import { keyOf } from '#kernel/resource.ts'
import { isRecord } from '#web/storage.ts'

/** What a form holds: the wire's keys, as they will be sent; references' names ride along unsent. */
export type Values = Readonly<Record<string, unknown>>

const writable = (fields: Fields) => Object.entries(fields).filter(([, field]) => field.writable)

/** A new row's values, as its declaration begins them. */
export const emptyDraft = (fields: Fields): Values =>
  Object.fromEntries(
    writable(fields).map(([name, field]) => {
      const { kind, options } = field
      const start = options.default ?? (kind === 'flag' ? false : kind === 'many' ? [] : null)
      return [keyOf(name, field), start]
    }),
  )

/** A row as its form begins: what may be written, and the names of what it refers to. */
export function draftOf(fields: Fields, row: Values): Values {
  const pairs = writable(fields).flatMap(([name, field]): [string, unknown][] => {
    const value = row[keyOf(name, field)]
    if (field.kind === 'ref')
      return [
        [`${name}_id`, value ?? null],
        [name, row[name] ?? null],
      ]
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
    return [
      [
        key,
        value.filter(isRecord).map(line => ({ ...(line.id !== undefined && { id: line.id }), ...sentOf(shape, line) })),
      ],
    ]
  })
  return Object.fromEntries(pairs)
}

/** Of what would be sent, only what differs from what was read. */
export function changedOf(fields: Fields, before: Values, after: Values): Values {
  const [was, becomes] = [sentOf(fields, before), sentOf(fields, after)]
  return Object.fromEntries(
    Object.entries(becomes).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(was[key])),
  )
}
