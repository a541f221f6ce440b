import * as z from 'zod'
import { titledShape, problemJson, type AnswerSchema, type JsonSchema } from '#kernel/json.ts'
import { pageSizes } from '#kernel/page.ts'
import { listParameters } from '#kernel/parameters.ts'
import { problem, type ProblemKind } from '#kernel/problem.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { allOf } from '#kernel/text.ts'

/** What the document needs to know of a route. */
export interface Described {
  readonly id: string
  readonly summary: string
  readonly method: string
  readonly url: string
  readonly access: 'public' | 'session' | 'permission'
  readonly scope: 'none' | 'self' | AnyResource
  readonly proof?: 'any' | 'factor'
  readonly transaction?: 'own'
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly lists?: AnyResource
  readonly body?: z.ZodType
  readonly media?: readonly string[]
  readonly answers: Readonly<Record<number, AnswerSchema>>
  readonly gives?: readonly string[]
  readonly versioned?: true
}

/** Shapes, by title, and list parameters are defined once here and referenced elsewhere. */
interface Parts {
  readonly schemas: Record<string, JsonSchema>
  readonly parameters: Record<string, JsonSchema>
}

const text: JsonSchema = { type: 'string' }
const binary: JsonSchema = { type: 'string', format: 'binary' }
const content = (medias: readonly string[], schema: JsonSchema) =>
  Object.fromEntries(medias.map(media => [media, { schema }]))
const header = (description: string, schema: JsonSchema = text) => ({ description, schema })
const pointer = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

const headers = {
  ETag: header('Versão do registro, para o `If-Match` da próxima alteração'),
  'Retry-After': header('Segundos até tentar de novo', { type: 'integer', minimum: 1 }),
  'X-Request-Id': header('Código do pedido, para quem pergunta sobre ele', { type: 'string', format: 'uuid' }),
}
const headerParameter = (name: string, description: string, schema: JsonSchema = text) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
})
const requestHeaders = {
  'If-Match': headerParameter(
    'If-Match',
    'Versão que foi lida, como veio em `ETag`; se já é outra, 412 com o registro de agora',
  ),
  'Idempotency-Key': headerParameter(
    'Idempotency-Key',
    'O mesmo pedido com a mesma chave é feito uma vez só, por 24 horas',
    {
      type: 'string',
      maxLength: 200,
    },
  ),
  'X-Empresa': headerParameter('X-Empresa', 'Empresa para a qual a tela foi desenhada, ou `todos`; se já é outra, 409'),
}

/** The OpenAPI 3.1 document of the whole API, read from its registry. */
export function openapi(name: string, operations: readonly Described[]): JsonSchema {
  const parts: Parts = { schemas: {}, parameters: { ...requestHeaders } }
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const operation of operations) {
    const path = operation.url.replace(/:(\w+)/g, '{$1}')
    ;(paths[path] ??= {})[operation.method.toLowerCase()] = describe(operation, path, parts)
  }
  const refused = hoisted(problemJson, parts)
  return {
    openapi: '3.1.0',
    info: {
      title: `API do ${name}`,
      version: '1',
      description: [
        'Datas em AAAA-MM-DD, instantes em ISO 8601 (UTC), valores em reais com duas casas.',
        `Listas vêm em páginas de ${pageSizes[0]}; cada filtro é exato, e \`[gte]\`, \`[lte]\` e \`[in]\` comparam.`,
        'Num filtro de instante, um dia sem hora é o dia inteiro em Brasília.',
      ].join('\n\n'),
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: tagsOf(operations),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: [
            'O token de um programa (`otg_…`), de *Meu perfil › Tokens* ou de *Configurações › Tokens*: faz o que as suas permissões deixarem.',
            'Também o acesso que `POST /oauth/token` dá. O que começou com uma prova de posse (DPoP, RFC 9449) precisa de outra em cada pedido, no cabeçalho `DPoP`.',
          ].join('\n\n'),
        },
      },
      headers,
      parameters: parts.parameters,
      schemas: parts.schemas,
      responses: {
        Problem: { description: 'Recusado ou falhou', content: content(['application/json'], refused) },
        ...Object.fromEntries(refusals.map(kind => [kind, refusal(kind, refused)])),
      },
    },
  }
}

const tagOf = ({ id }: Described) => id.split('.')[0] ?? id
function tagsOf(operations: readonly Described[]) {
  const told = new Map<string, string>()
  for (const operation of operations) {
    const { scope } = operation
    const tag = tagOf(operation)
    if (typeof scope === 'object' && scope.path === tag) told.set(tag, allOf(scope.text))
    else if (!told.has(tag)) told.set(tag, operation.summary)
  }
  return [...told].map(([name, description]) => ({ name, description }))
}

function describe(operation: Described, path: string, parts: Parts): JsonSchema {
  const { id, summary, access, proof, media, body } = operation
  const takesJson = !media || media.some(each => /json|urlencoded/.test(each))
  const bodies = {
    ...(body && takesJson && content(media ?? ['application/json'], bodyOf(id, body, parts))),
    ...(media && !takesJson && content(media, binary)),
  }
  return {
    operationId: id,
    summary,
    tags: [tagOf(operation)],
    ...(access === 'public' && { security: [] }),
    ...(access === 'permission' && { 'x-permission': id }),
    // Its 403 may have the code `unproven`: it is sent again after `POST /users/me/prova`.
    ...(proof && { 'x-proof': proof }),
    parameters: parametersOf(operation, path, parts),
    ...(Object.keys(bodies).length && { requestBody: { required: true, content: bodies } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.answers).map(([status, answer]) => [status, success(operation, answer, parts)]),
      ),
      ...Object.fromEntries(
        refusedBy(operation, path).map(kind => [problem(kind).status, pointer('responses', kind)] as const),
      ),
      default: pointer('responses', 'Problem'),
    },
  }
}

function parametersOf(operation: Described, path: string, parts: Parts): readonly JsonSchema[] {
  const { params, query, lists, method, access, transaction, versioned } = operation
  const known = propertiesOf(params)
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const { description, ...schema } = known[name]?.schema ?? text
    return { name, in: 'path', required: true, ...(description !== undefined && { description }), schema }
  })
  const own = Object.entries(propertiesOf(query)).map(([name, { schema, required }]) => ({
    name,
    in: 'query',
    required,
    schema,
  }))
  const ofList = lists ? listParameters(lists) : []
  for (const each of ofList) parts.parameters[each.key] = each.parameter
  const writes = method !== 'GET' && access !== 'public'
  return [
    ...inPath,
    ...own,
    ...ofList.map(({ key }) => pointer('parameters', key)),
    ...(writes && versioned && method === 'PUT' ? [pointer('parameters', 'If-Match')] : []),
    ...(writes && method === 'POST' && transaction !== 'own' ? [pointer('parameters', 'Idempotency-Key')] : []),
    ...(writes ? [pointer('parameters', 'X-Empresa')] : []),
  ]
}

const accepted = (schema: z.ZodType): JsonSchema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return json
}
/** What an object of parameters may hold, by name; nothing of one that takes any. */
function propertiesOf(schema: z.ZodType | undefined) {
  const json = schema ? accepted(schema) : {}
  const required: readonly unknown[] = Array.isArray(json.required) ? json.required : []
  const properties: Readonly<Record<string, JsonSchema>> = Object(json.properties ?? {})
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      { schema: property, required: required.includes(name) },
    ]),
  )
}
const bodyOf = (id: string, body: z.ZodType, parts: Parts) => {
  const schema = accepted(body)
  return schema.type === 'object' ? hoisted(titledShape(id, schema), parts) : schema
}

function success(
  { gives = ['application/octet-stream'], versioned }: Described,
  answer: AnswerSchema,
  parts: Parts,
): JsonSchema {
  const told = {
    'X-Request-Id': pointer('headers', 'X-Request-Id'),
    ...(versioned && { ETag: pointer('headers', 'ETag') }),
  }
  if (answer === 'empty') return { description: 'Feito', headers: told }
  if (answer === 'file') return { description: 'Arquivo', headers: told, content: content(gives, binary) }
  const schema = typeof answer === 'function' ? answer() : answer
  return { description: 'Feito', headers: told, content: content(['application/json'], hoisted(schema, parts)) }
}

const refusals: readonly ProblemKind[] = [
  'malformed',
  'unauthenticated',
  'forbidden',
  'missing',
  'conflict',
  'stale',
  'large',
  'media',
  'invalid',
  'throttled',
  'unavailable',
]
function refusedBy({ access, method, versioned, media, body, query, lists }: Described, path: string) {
  const writes = method !== 'GET'
  const may: Partial<Record<ProblemKind, boolean>> = {
    malformed: true,
    unauthenticated: access !== 'public',
    forbidden: access !== 'public',
    missing: path.includes('{'),
    conflict: writes,
    stale: method === 'PUT' && versioned === true,
    large: writes,
    media: Boolean(media ?? body),
    invalid: Boolean(body ?? media ?? query ?? lists),
    throttled: true,
    unavailable: true,
  }
  return refusals.filter(kind => may[kind])
}
const refusal = (kind: ProblemKind, schema: JsonSchema) => ({
  description: problem(kind).message,
  headers: {
    'X-Request-Id': pointer('headers', 'X-Request-Id'),
    ...(['throttled', 'unavailable'].includes(kind) && { 'Retry-After': pointer('headers', 'Retry-After') }),
  },
  content: content(['application/json'], schema),
})

/** The schema with each titled shape inside it moved to `parts.schemas`, once. Throws where one title names two shapes. */
function hoisted(schema: JsonSchema, parts: Parts): JsonSchema {
  const { title, ...rest } = schema
  const inside = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, walked(value, parts)]))
  if (typeof title !== 'string') return inside
  if (Array.isArray(rest.type) && rest.type.includes('null')) {
    const [type] = rest.type.filter(each => each !== 'null')
    return { anyOf: [hoisted({ ...schema, type }, parts), { type: 'null' }] }
  }
  const before = parts.schemas[title]
  if (before && JSON.stringify(before) !== JSON.stringify(inside)) throw new Error(`two shapes are called '${title}'`)
  parts.schemas[title] = inside
  return pointer('schemas', title)
}
function walked(value: unknown, parts: Parts): unknown {
  if (Array.isArray(value)) return value.map(each => walked(each, parts))
  return typeof value === 'object' && value !== null ? hoisted({ ...value }, parts) : value
}
