import type { Field, Fields, Kind } from '#kernel/field.ts'
import { metaDepth } from '#kernel/meta.ts'
import type { AnyResource } from '#kernel/resource.ts'

/** A JSON Schema (2020-12), as OpenAPI 3.1 and the serializer read it. */
export type JsonSchema = Readonly<Record<string, unknown>>
/** How a success is answered: as JSON, whose schema may be computed when it is first needed, as bytes, or with no body. */
export type AnswerSchema = JsonSchema | (() => JsonSchema) | 'file' | 'empty'

const object = (properties: Readonly<Record<string, JsonSchema>>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
})
const nullable = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: [schema.type, 'null'],
  ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
})
/** Names a shape, so that the API document describes it only once. */
export const titledShape = (title: string, schema: JsonSchema): JsonSchema => ({ ...schema, title })

const id: JsonSchema = { type: 'integer' }
const uuid: JsonSchema = { type: 'string', format: 'uuid' }
/** Instants travel as the strings the database layer makes; no `format`, which would have the serializer parse them again. */
const moment: JsonSchema = { type: 'string', description: 'ISO 8601, UTC' }
export const string: JsonSchema = { type: 'string' }
export const integer: JsonSchema = { type: 'integer' }
export const boolean: JsonSchema = { type: 'boolean' }
export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
export const shape = object
export const maybe = nullable

const pointed = { id, uuid, name: nullable({ type: 'string' }) }
const reference = titledShape('reference', object(pointed))
/** The code of a row of another section. */
const idOf = (path = ''): JsonSchema => ({ ...id, description: `Código em ${path}` })

const metaJson = (depth: number): JsonSchema =>
  object({
    id,
    uuid,
    key: string,
    internal_key: nullable(string),
    meta_type_id: id,
    type: object({ name: string, slug: string }),
    value: nullable(string),
    extras: object({
      label: string,
      class: string,
      hidden: boolean,
      type: string,
      options: list(string),
      model: nullable(string),
      required: boolean,
      hint: nullable(string),
    }),
    fields: list(depth > 1 ? metaJson(depth - 1) : object({})),
    parent_id: nullable(id),
    integrations: list({}),
    integrations_have_fields: list({}),
    integration_id: nullable(id),
    metable_type: string,
    metable_id: id,
  })

/** Fields defined at run time, each with its own. */
export const metasJson = list(metaJson(metaDepth))

/** What each kind looks like in an answer. */
const values = {
  text: () => string,
  longtext: () => string,
  richtext: () => ({ type: 'string', description: 'HTML sanitizado' }),
  integer: () => integer,
  decimal: () => ({ type: 'number' }),
  money: () => ({ type: 'number', description: 'Reais, duas casas' }),
  percent: () => ({ type: 'number', description: '0 a 100' }),
  flag: () => boolean,
  date: () => ({ type: 'string', description: 'AAAA-MM-DD' }),
  instant: () => moment,
  choice: ({ options }) => ({ type: 'string', enum: Object.keys(options.choices ?? {}) }),
  ref: ({ options }, whole) => (whole && options.carries ? rowOfFields(options.carries, true, pointed) : reference),
  words: () => list(string),
  metas: () => metasJson,
  many: ({ options }) => list(rowOfFields(options.shape ?? {}, true, { id, uuid })),
} satisfies Record<Kind, (field: Field, whole: boolean) => JsonSchema>

/** What a value of this field looks like in an answer. */
export const valueJson = (field: Field): JsonSchema => values[field.kind](field, false)

/** `owner` decides who sees the row; any other reference is null for readers who may not see its row. `rarely`: what not every answer has. */
function rowOfFields(
  fields: Fields,
  withLines: boolean,
  stamps: Readonly<Record<string, JsonSchema>>,
  owner?: string,
  rarely: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const properties: Record<string, JsonSchema> = { ...stamps, ...rarely }
  const required = Object.keys(stamps)
  for (const [name, field] of Object.entries(fields)) {
    if (field.options.secret || ((field.kind === 'many' || field.kind === 'metas') && !withLines)) continue
    const schema = values[field.kind](field, withLines)
    // A line that must point to what its reader may not see is left out whole.
    const hidden = field.kind === 'ref' && owner !== undefined && name !== owner && !field.options.told
    const there = field.required && !hidden
    properties[name] = there ? schema : nullable(schema)
    const sent = [name]
    if (field.kind === 'ref') {
      const code = idOf(field.options.to)
      properties[`${name}_id`] = there ? code : nullable(code)
      sent.push(`${name}_id`)
    }
    // A list answers only the requested columns, and only staff receive internal fields.
    if (withLines && !field.options.internal) required.push(...sent)
  }
  return object(properties, required)
}

/** A row as it is answered: declared fields and stamps, nothing else. */
export const rowJson = (resource: AnyResource, { withLines = true } = {}): JsonSchema =>
  titledShape(
    withLines ? resource.path : `${resource.path}.listed`,
    rowOfFields(
      resource.fields,
      withLines,
      {
        id,
        uuid,
        active: boolean,
        created_at: moment,
        updated_at: moment,
        deleted_at: nullable(moment),
      },
      resource.scope,
      withLines ? {} : { deleted_by: nullable(string) },
    ),
  )

/** `more` goes beside the rows. */
export const pageJson = (row: JsonSchema, more: Readonly<Record<string, JsonSchema>> = {}): JsonSchema =>
  object(
    {
      data: list(row),
      total: integer,
      per_page: integer,
      current_page: integer,
      last_page: integer,
      from: nullable(integer),
      to: nullable(integer),
      ...more,
    },
    ['data', 'total', ...Object.keys(more)],
  )

/** The body of a successful write. */
export const doneJson = (data: JsonSchema): JsonSchema =>
  object({ type: string, status: integer, message: string, data })

const messages: JsonSchema = { type: 'object', additionalProperties: list(string) }
/** The one shape of every error; see `ProblemBody`. */
export const problemJson: JsonSchema = titledShape(
  'problem',
  object(
    {
      type: string,
      status: integer,
      route: nullable(string),
      message: string,
      data: { type: 'object', properties: { message: string }, additionalProperties: true },
      errors: messages,
      holder: titledShape('holder', object({ path: string, uuid, name: string })),
      code: string,
      request_id: string,
      error: string,
      error_description: string,
    },
    ['type', 'status', 'route', 'message', 'data', 'code', 'request_id'],
  ),
)
