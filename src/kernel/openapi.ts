import * as z from 'zod'
import { problemJson, type JsonSchema } from '#kernel/json.ts'

/** What the document needs to know of a route. */
export interface Described {
  readonly id: string
  readonly summary: string
  readonly method: string
  readonly url: string
  readonly access: 'public' | 'session' | 'permission'
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly media?: readonly string[]
  readonly answers: Readonly<Record<number, JsonSchema | 'file' | 'empty'>>
}

const listParameters = [
  ['page', 'Página, a partir de 1'],
  ['per_page', 'Linhas por página: 1 a 100'],
  ['pagination', '`false` traz todas as linhas, até 10.000'],
  ['search', 'Busca sem distinguir acentos nem maiúsculas'],
  ['sort', 'Campos separados por vírgula; `-` antes inverte'],
  ['active', '`true`, `false` ou `all`'],
  ['filter[campo]', 'Valor exato; também `filter[campo][gte]`, `[lte]` e `[in]`'],
].map(([name, description]) => ({ name, in: 'query', description, schema: { type: 'string' } }))

const accepted = (schema: z.ZodType): JsonSchema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return json
}
const content = (media: string, schema: JsonSchema) => ({ [media]: { schema } })

/** The OpenAPI 3.1 document of the whole API, read from its registry. */
export function openapi(name: string, operations: readonly Described[]): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const operation of operations) {
    const path = operation.url.replace(/:(\w+)/g, '{$1}')
    ;(paths[path] ??= {})[operation.method.toLowerCase()] = describe(operation, path)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `API do ${name}`,
      version: '1',
      description: 'Datas em AAAA-MM-DD, instantes em ISO 8601 (UTC), valores em reais com duas casas.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      responses: { Problem: { description: 'Recusado ou falhou', content: content('application/json', problemJson) } },
    },
  }
}

function describe(operation: Described, path: string): JsonSchema {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const bodies = operation.media?.map(media => content(media, { type: 'string', format: 'binary' })) ?? []
  if (operation.body) bodies.push(content('application/json', accepted(operation.body)))
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.id.split('.')[0]],
    ...(operation.access === 'public' && { security: [] }),
    ...(operation.access === 'permission' && { 'x-permission': operation.id }),
    parameters: operation.query && operation.method === 'GET' ? [...parameters, ...listParameters] : parameters,
    ...(bodies.length && { requestBody: { required: true, content: Object.assign({}, ...bodies) } }),
    responses: {
      ...Object.fromEntries(Object.entries(operation.answers).map(([status, schema]) => [status, success(schema)])),
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

function success(schema: JsonSchema | 'file' | 'empty'): JsonSchema {
  if (schema === 'empty') return { description: 'Feito' }
  if (schema === 'file')
    return {
      description: 'Arquivo',
      content: content('application/octet-stream', { type: 'string', format: 'binary' }),
    }
  return { description: 'Feito', content: content('application/json', schema) }
}
