import { dataOf, rowsOf, type Caller } from './caller.ts'

type Row = Readonly<Record<string, unknown>>
/** What a request was, and the status of its answer. */
interface Answer {
  readonly asked: string
  readonly status: number
  readonly text: string
}
export interface Walk {
  readonly answers: readonly Answer[]
  /** Sections in which a row was created, changed and deleted. */
  readonly made: readonly string[]
  /** Rows that were created and stay. */
  readonly left: readonly { readonly path: string; readonly row: Row }[]
}

/** A schema of OpenAPI 3.1, as far as it is read here. */
interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly allOf?: readonly Schema[]
}

/**
 * Walks over everything the server describes in its OpenAPI document: the list and a record of each section, and a row like one that is there,
 * created, changed and deleted. What is refused for its values is an answer as well: the second walk must be refused alike.
 */
export async function walk(call: Caller, mark: string): Promise<Walk> {
  const document: unknown = (await call('GET', '/api/docs/json')).body
  const { paths = {}, components = {} } = Object(document)
  const resolve = (schema: Schema | undefined): Schema =>
    schema?.$ref ? resolve(Object(components.schemas)[schema.$ref.split('/').at(-1) ?? '']) : (schema ?? {})
  const keysOf = (schema: Schema): readonly string[] => {
    const { properties = {}, allOf = [] } = resolve(schema)
    return [...Object.keys(properties), ...allOf.flatMap(keysOf)]
  }
  const [answers, made, left]: [Answer[], string[], { path: string; row: Row }[]] = [[], [], []]
  const ask = async (method: string, path: string, label: string, body?: object) => {
    const reply = await call(method, path, body)
    answers.push({ asked: `${method} ${label}`, status: reply.status, text: JSON.stringify(reply.body).slice(0, 300) })
    return reply
  }

  for (const path of Object.keys(paths).filter(each => !each.includes('{') && paths[each].get)) {
    const name = path.replace(/^\/?(api\/v1\/)?/, '')
    // A stream has no end.
    if (name === 'events') continue
    const list = await ask('GET', name, name)
    const [first] = rowsOf(list)
    const { get, put, delete: remove } = Object(paths[`${path}/{id}`])
    if (!first?.uuid || !get) continue
    const whole = dataOf(await ask('GET', `${name}/${first.uuid}`, `${name}/:id`))
    const schema = Object(paths[path].post).requestBody?.content?.['application/json']?.schema
    if (!schema || !put || !remove) continue
    const draft = draftLike(whole, keysOf(schema), mark)
    const created = await ask('POST', name, name, draft)
    if (created.status !== 201) continue
    const { uuid } = dataOf(created)
    const changed = await ask('PUT', `${name}/${uuid}`, `${name}/:id`, draft)
    const isDeleted = (await ask('DELETE', `${name}/${uuid}`, `${name}/:id`)).status < 300
    if (changed.status === 200 && isDeleted) made.push(name)
    const again = await ask('POST', name, `${name} again`, draftLike(whole, keysOf(schema), `${mark} fica`))
    if (again.status === 201) left.push({ path: name, row: dataOf(again) })
  }
  return { answers, made, left }
}

/** What a form would send to make another row like this one; its texts of a name are those of a new one. */
function draftLike(row: Row, keys: readonly string[], mark: string): Record<string, unknown> {
  const named = keys.find(key => ['name', 'title', 'subject', 'description', 'content'].includes(key))
  const entries = keys.flatMap((key): [string, unknown][] => {
    const value = row[key]
    if (value === undefined || value === null) return []
    return [[key, key === named ? `${String(value).slice(0, 20)} ${mark}` : value]]
  })
  return Object.fromEntries(entries)
}

/** What the second walk met that the first did not. */
export function compareWalks(before: Walk, after: Walk): readonly string[] {
  const statuses = new Map(before.answers.map(({ asked, status }) => [asked, status]))
  const failed = [...before.answers, ...after.answers].filter(({ status }) => status >= 500)
  const other = after.answers.filter(({ asked, status }) => statuses.get(asked) !== status)
  return [
    ...failed.map(({ asked, status, text }) => `${asked}: ${status} ${text}`),
    ...other.map(({ asked, status, text }) => `${asked}: ${statuses.get(asked)} before, ${status} after ${text}`),
    ...before.made.filter(name => !after.made.includes(name)).map(name => `${name} takes no row any more`),
  ]
}
