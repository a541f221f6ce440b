import * as z from 'zod'
import type { AnyOperation } from '#server/operation.ts'
import { bodyLimits } from '#server/body.ts'
import { textSaid } from './drafts.ts'
import type { Target } from './holdings.ts'

// The largest bodies an operation may be sent, out of its own schema: at each limit of it, and of the server.

type Json = Readonly<Record<string, unknown>>
export interface LargeBody {
  readonly name: string
  /** Another one each time: what must be unique is. */
  readonly text: () => string
  /** The schema that refuses it, as text: of operations that share it, each refuses it at the same cost. */
  readonly refusedBy?: string
}

/** The row a body may point to: of the section at this path, or the one the field of this name means. */
export interface Pointed {
  readonly target: (path: string) => Target | undefined
  readonly named: (field: string) => Target | undefined
}

/** What long texts consist of: each has led a pattern or a reader astray before. */
const contents: Readonly<Record<string, string>> = {
  letters: 'a',
  digits: '1.',
  dots: 'a.a.',
  tags: '<b>',
  'closed tags': '<p>a</p>',
  accents: 'çã ',
  braces: '{{',
  'blank lines': '\n',
  blanks: ' \t',
  addresses: 'a@b.c ',
}
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '')
/** What a body leaves free of its limit. */
const spared = 4_096

interface Wish {
  readonly piece: string
  /** Characters of a text at most. */
  readonly text: number
  /** Lines of a list at most; none: those of the example, or one. */
  readonly lines?: number
  /** What a line is, where it is not what the schema wants. */
  readonly line?: unknown
  /** Fields nobody knows, in each object. */
  readonly unknown?: number
  readonly pointed: Pointed
  /** Bytes that may still be written. */
  left: number
  n: number
}

const isFree = (schema: Json) =>
  schema.type === 'string' && !schema.format && !schema.pattern && !schema.enum && !schema.description
/** Text whose length matters: what is short has rules of its own, and stays as the example has it. */
const isSwollen = (schema: Json) => isFree(schema) && Number(schema.maxLength ?? Infinity) > 100
const optionsOf = (schema: Json): readonly Json[] => {
  const options = schema.anyOf ?? schema.oneOf
  return Array.isArray(options) ? options.filter(isRecord) : []
}

let unique = 0
function textOf({ piece, text, left }: Wish, max: unknown): string {
  const length = Math.max(0, Math.min(typeof max === 'number' ? max : 100_000, text, Math.floor(left / 2)))
  const mark = String(unique++)
  const whole = piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
  // No two are alike: what must be unique is.
  return length > 20 ? `${whole.slice(0, length - mark.length - 1)} ${mark}` : whole
}

function stringOf(schema: Json, wish: Wish, name: string): string {
  const { format, pattern, description = '' } = schema
  if (format === 'date') return '2026-01-05'
  if (format === 'date-time') return '2030-01-05T12:00:00.000Z'
  if (format === 'uuid') return wish.pointed.named(name)?.uuid ?? '00000000-0000-0000-0000-000000000000'
  if (typeof pattern === 'string' && pattern.startsWith('^20')) return '2030-01'
  if (description === 'Código ou uuid') return String(wish.pointed.named(name)?.id ?? 1)
  const formatted = textSaid(String(description), unique++)
  if (formatted !== undefined) return formatted
  return textOf(wish, schema.maxLength)
}

function numberOf(
  { description = '', minimum, type, exclusiveMinimum }: Json,
  { pointed }: Wish,
  name: string,
): number {
  const path = /^Código em (.+)$/.exec(String(description))?.[1]
  const row = path ? pointed.target(path) : exclusiveMinimum === 0 ? pointed.named(name) : undefined
  return row?.id ?? (typeof minimum === 'number' ? minimum : type === 'integer' ? 1 : 1.5)
}

function listOf(schema: Json, wish: Wish, example: unknown, name: string): readonly unknown[] {
  const before: readonly unknown[] | undefined = Array.isArray(example) ? example : undefined
  const most = Math.min(
    wish.lines ?? before?.length ?? 1,
    typeof schema.maxItems === 'number' ? schema.maxItems : 1_000,
  )
  const items = isRecord(schema.items) ? schema.items : {}
  const list: unknown[] = []
  while (list.length < most && wish.left > 0) {
    const line = wish.line === undefined ? valueOf(items, wish, before?.[list.length] ?? before?.[0], name) : wish.line
    if (line === undefined) break
    wish.left -= wish.line === undefined ? 1 : bytesOf(line) + 1
    list.push(line)
  }
  return list
}

/** A value of the schema, as large as wished; `example` is one that is accepted, where there is one. */
function valueOf(schema: Json, wish: Wish, example?: unknown, name = ''): unknown {
  const options = optionsOf(schema)
  const filled = options.find(({ type }) => type !== 'null') ?? {}
  if (options.length) return example === null ? null : valueOf(filled, wish, example, name)
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return example ?? schema.enum[0]
  if (schema.type === 'array') return listOf(schema, wish, example, name)
  if (schema.type === 'object') return objectOf(schema, wish, example)
  const value =
    example !== undefined && !isSwollen(schema)
      ? example
      : schema.type === 'string'
        ? stringOf(schema, wish, name)
        : schema.type === 'integer' || schema.type === 'number'
          ? numberOf(schema, wish, name)
          : false
  wish.left -= bytesOf(value)
  return value
}

function objectOf(schema: Json, wish: Wish, example: unknown): Json {
  const properties = isRecord(schema.properties) ? schema.properties : {}
  const before = isRecord(example) ? example : {}
  const found: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(properties)) {
    wish.left -= name.length + 4
    // A row that is there already is another's.
    if (name === 'id' && before.id === undefined) continue
    // What an example leaves out may not be said beside the rest of it.
    if (isRecord(example) && !Object.hasOwn(before, name)) continue
    // What a field defined at run time holds is of its type.
    const isTyped = name === 'value' && Object.hasOwn(before, 'meta_type_id')
    if (isTyped) found[name] = before[name]
    else if (isRecord(property)) found[name] = valueOf(property, wish, before[name], name)
  }
  for (let n = 0; n < (wish.unknown ?? 0) && wish.left > 0; n++) {
    found[`n${n}`] = 1
    wish.left -= 9
  }
  return found
}

/** Lists within lists, as deep and as many as a body may have. */
function deep(bytes: number): unknown {
  const each = bodyLimits.depth - 4
  const one = Array.from({ length: each }).reduce<unknown>(inner => [inner], 1)
  return Array.from(
    { length: Math.floor(Math.min(bodyLimits.containers / (each + 1), bytes / (2 * each + 2))) },
    () => one,
  )
}

const isLong = (schema: unknown): boolean =>
  isRecord(schema)
    ? (isFree(schema) && Number(schema.maxLength ?? Infinity) > 500) || Object.values(schema).some(isLong)
    : Array.isArray(schema) && schema.some(isLong)
const hasLists = (schema: unknown): boolean =>
  isRecord(schema)
    ? schema.type === 'array' || Object.values(schema).some(hasLists)
    : Array.isArray(schema) && schema.some(hasLists)

/** The bodies of one operation, and `example`, one that it accepts, where there is one. */
export function* largestBodies(
  { body, limit, access }: AnyOperation,
  pointed: Pointed,
  example: () => unknown,
): Generator<LargeBody> {
  const bytes = (limit ?? (access === 'public' ? 16_384 : 1_048_576)) - spared
  const schema: Json = body ? z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) : {}
  const wish = (more: Partial<Wish>): Wish => ({
    piece: 'a',
    text: Infinity,
    pointed,
    left: bytes,
    n: 0,
    ...more,
  })
  const made = (name: string, value: () => unknown): LargeBody => ({ name, text: () => JSON.stringify(value()) ?? '' })
  const refusedBy = `${bytes} ${JSON.stringify(schema)}`
  const wrong = (name: string, value: () => unknown): LargeBody => ({ ...made(name, value), refusedBy })
  const names = isLong(schema) ? Object.keys(contents) : ['letters', 'digits']
  if (!schema.type) {
    yield wrong('unknown fields', () => Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`n${n}`, 1])))
    yield wrong('deep', () => deep(bytes))
    return
  }
  for (const name of names) yield made(name, () => valueOf(schema, wish({ piece: contents[name] ?? 'a' }), example()))
  yield wrong('unknown fields', () => valueOf(schema, wish({ text: 1, unknown: 400, lines: Infinity }), example()))
  yield wrong('deep', () => ({ ...Object(example()), n: deep(bytes) }))
  const longest = Object.entries(isRecord(schema.properties) ? schema.properties : {}).find(([, each]) =>
    isRecord(each) ? each.type === 'string' || optionsOf(each).some(({ type }) => type === 'string') : false,
  )?.[0]
  if (longest !== undefined)
    for (const piece of ['a.', '<b>', '\n'])
      yield wrong(`beyond its length: ${piece.trim()}`, () => ({
        ...Object(example()),
        [longest]: piece.repeat(bytes / 4),
      }))
  if (!hasLists(schema)) return
  yield made('lines', () => valueOf(schema, wish({ text: 2, lines: Infinity }), example()))
  for (const [name, line] of [
    ['empty lines', {}],
    ['lines of unknown fields', Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`n${n}`, 1]))],
  ] as const) {
    yield wrong(name, () => valueOf(schema, wish({ line, lines: Infinity }), example()))
    const many = () =>
      Array.from({ length: Math.floor(Math.min(bodyLimits.containers - 100, bytes / (bytesOf(line) + 1))) }, () => line)
    const listed = Object.entries(isRecord(schema.properties) ? schema.properties : {}).find(
      ([, each]) => isRecord(each) && each.type === 'array',
    )?.[0]
    if (listed === undefined) continue
    yield wrong(`too many ${name}`, () => ({ ...Object(example()), [listed]: many() }))
    if (bytesOf(line) < 3) yield wrong('deep lines', () => ({ ...Object(example()), [listed]: deep(bytes) }))
  }
}
