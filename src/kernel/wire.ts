import * as z from 'zod'
import type { WireAnswer } from '#kernel/call.ts'
import { maybe, rowJson, shape, type AnswerSchema, type JsonSchema } from '#kernel/json.ts'
import type { AnyResource, ListedOf, RowOf } from '#kernel/resource.ts'

/** A value whose JSON Schema is known already: a row of a resource, a tree. */
export const valueShape = <T>(json: JsonSchema) => z.custom<T>().meta({ wire: json })
/** A row as one record is answered, with its lines. */
export const rowShape = <R extends AnyResource>(resource: R) => valueShape<RowOf<R>>(rowJson(resource))
/** A row as a list answers it, without lines. */
export const listedRowShape = <R extends AnyResource>(resource: R) =>
  valueShape<ListedOf<R>>(rowJson(resource, { withLines: false }))

/** One of the keys of a table. */
export const keyShape = <T extends object>(table: T) =>
  valueShape<Extract<keyof T, string>>({ type: 'string', enum: Object.keys(table) })

export const listShape = <S extends z.ZodType>(items: S) => z.array(items).readonly()
/** The body of a reading call. */
export const dataShape = <S extends z.ZodType>(data: S) => z.object({ data })
/** The body of a successful write. */
export const doneShape = <S extends z.ZodType>(data: S) =>
  z.object({ type: z.string(), status: z.int(), message: z.string(), data })
/** Of a successful write that answers nothing. */
export const noData = valueShape<Readonly<Record<string, never>>>(shape({}))
/** A page of a list; what comes beside the rows is added with `extend`. */
export const pageShape = <S extends z.ZodType>(row: S) =>
  z.object({
    data: listShape(row),
    total: z.int(),
    per_page: z.int().optional(),
    current_page: z.int().optional(),
    last_page: z.int().optional(),
    from: z.int().nullable().optional(),
    to: z.int().nullable().optional(),
  })

/** The JSON Schema of an answer, as the serializer and the API document read it. */
export function shapeJson(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const known = wireIn(z.globalRegistry.get(zodSchema))
      if (!known) return
      for (const name of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, name)
      Object.assign(jsonSchema, known)
    },
  })
  return plainJson(json)
}
/** Computed when it is first needed: the schemas of all calls would take an eighth of a second of every start. */
export function answerSchema(answer: WireAnswer): AnswerSchema {
  if (typeof answer === 'string') return answer
  let json: JsonSchema | undefined
  return () => (json ??= shapeJson(answer))
}
const wireIn = (meta: Readonly<Record<string, unknown>> | undefined): JsonSchema | undefined =>
  typeof meta?.wire === 'object' && meta.wire !== null ? { ...meta.wire } : undefined

/** Only what says how a value is written: `nullable` as a list of types, and no limits, which answers do not check. */
function plainJson(given: object): JsonSchema {
  const {
    anyOf,
    additionalProperties,
    minimum,
    maximum,
    readOnly: _,
    propertyNames: __,
    ...json
  }: Record<string, unknown> = { ...given }
  const kinds: readonly unknown[] = Array.isArray(anyOf) ? anyOf : []
  const [value, none] = kinds
  if (kinds.length === 2 && isObject(value) && isObject(none) && none.type === 'null')
    return { ...maybe(plainJson(value)), ...json }
  return {
    ...Object.fromEntries(Object.entries(json).map(([name, each]) => [name, plainValue(each)])),
    ...(kinds.length > 0 && { anyOf: kinds.map(plainValue) }),
    ...(Boolean(additionalProperties) && { additionalProperties: plainValue(additionalProperties) }),
    ...(json.type !== 'integer' && {
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
    }),
  }
}
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const plainValue = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(plainValue) : isObject(value) ? plainJson(value) : value
