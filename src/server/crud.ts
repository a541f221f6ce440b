import * as z from 'zod'
import { isStaff, permission } from '#kernel/access.ts'
import { isKey, rowKey } from '#kernel/key.ts'
import { doneJson, integer, pageJson, rowJson, shape, type JsonSchema } from '#kernel/json.ts'
import { listQuery } from '#kernel/page.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { verbsOf, type AnyResource, type StoredOf, type Verb } from '#kernel/resource.ts'
import { draftSchema, fieldErrors } from '#kernel/schema.ts'
import { agree, allOf, count, newOf, theOne } from '#kernel/text.ts'
import { sheetFormats, sheetTypes } from '#kernel/sheet.ts'
import type { Catalog } from '#server/catalog.ts'
import { Answer, doneAnswer, LastAnswer, operation, WholeList, type AnyOperation, type Ctx } from '#server/operation.ts'
import { sheetFile } from '#server/sheet.ts'
import { refuseWholeUnproven } from '#server/whole.ts'

/** For the routes that no `api.ts` declares. */
export const key = rowKey

const keyed = z.object({ id: key })
const sheetQuery = z.looseObject({
  format: z.enum(sheetFormats, 'Escolha csv ou xlsx.').default('csv'),
})
const ids = z.strictObject({
  ids: z
    .array(
      z.union([z.int().positive(), z.string().refine(isKey)], 'Informe códigos ou identificadores.'),
      'Informe a lista de registros.',
    )
    .min(1, 'Escolha ao menos um registro.')
    .max(1_000, 'Escolha no máximo 1.000 registros por vez.'),
})

/** The etag of a row is its version. */
export const etag = ({ version }: { readonly version: number }) => ({ ETag: `"${version}"` })

/** The answer of a write whose row is read with its commit. */
const lastDone = (status: 200 | 201, message: string, written: () => { readonly version: number }) =>
  new LastAnswer(() => {
    const row = written()
    return new Answer(status, doneAnswer(status, message, row), etag(row))
  })

/** The version named by `If-Match`; none when the writer did not say what it had read. */
export function versionIn(ctx: Ctx): number | undefined {
  const given = ctx.request.headers['if-match']
  if (given === undefined || given === '*') return undefined
  const [, version] = /^(?:W\/)?"(\d{1,9})"$/.exec(given) ?? []
  if (version === undefined) throw problem('stale', 'O cabeçalho If-Match não traz uma versão deste registro.')
  return Number(version)
}

/** What the calls of one resource have alike. */
interface Calls {
  readonly catalog: Catalog
  readonly resource: AnyResource
  /** Where they are. */
  readonly root: string
  readonly row: JsonSchema
}

/** The calls every resource answers, as its declaration allows. */
export function crud(catalog: Catalog, resource: AnyResource): readonly AnyOperation[] {
  const calls = { catalog, resource, root: `/api/v1/${resource.path}`, row: rowJson(resource) }
  const how = catalog.extension(resource)?.how
  return [
    // A feature's own operation replaces the general one of that id.
    ...verbsOf(resource)
      .flatMap(verb => byVerb[verb](calls))
      .filter(({ id }) => !how?.operations?.some(own => own.id === id)),
    ...Object.keys(how?.actions ?? {}).map(name => actionOf(calls, name)),
    ...(how?.operations ?? []),
  ]
}

const byVerb: Readonly<Record<Verb, (calls: Calls) => readonly AnyOperation[]>> = {
  index: calls => [listOf(calls), sheetOf(calls)],
  show: calls => [showOf(calls)],
  store: calls => [storeOf(calls)],
  update: calls => [updateOf(calls)],
  destroy: calls => [destroyOf(calls)],
  enable: calls => [turnOf(calls, 'enable', true, 'Ativar', 'ativado')],
  disable: calls => [turnOf(calls, 'disable', false, 'Inativar', 'inativado')],
}

const called = (resource: AnyResource, name: string) =>
  ({ access: 'permission', scope: resource, id: permission(resource, name) }) as const
const reading = (resource: AnyResource, name: string) =>
  ({ ...called(resource, name), rate: 'read', audit: null }) as const
/** Bytes of a body whose lines have lines of their own: 16,000 lines of a coleta, which people paste from a spreadsheet. */
export const gridLimit = 2_621_440
const limitOf = ({ fields }: AnyResource) =>
  Object.values(fields).some(({ options: { shape = {} } }) => Object.values(shape).some(({ kind }) => kind === 'many'))
    ? { limit: gridLimit }
    : {}
const writing = (resource: AnyResource, name: string) =>
  ({
    ...called(resource, name),
    rate: 'write',
    audit: permission(resource, name),
    ...(resource.proof && { proof: resource.proof }),
  }) as const

const listQueryIn = (resource: AnyResource, ctx: Ctx, raw: Readonly<Record<string, unknown>>) =>
  listQuery(resource, raw, !isStaff(ctx.user))

/** The body of a write, already checked; people outside the consultancy may write fewer fields. */
const bodyIn = (resource: AnyResource, ctx: Ctx, body: Readonly<Record<string, unknown>>, partial: boolean) =>
  isStaff(ctx.user) ? body : draftIn(resource, ctx, body, partial)

function draftIn({ fields }: AnyResource, ctx: Ctx, body: unknown, partial: boolean) {
  const parsed = draftSchema(fields, { partial, outside: !isStaff(ctx.user) }).safeParse(body)
  if (parsed.success) return parsed.data
  throw invalid(fieldErrors(parsed.error))
}

/** Reads the draft of a new row of this resource; a 422 names what is wrong with it. */
export const newDraftIn = <R extends AnyResource>(resource: R, ctx: Ctx, body: unknown) =>
  draftIn(resource, ctx, body, false) as StoredOf<R>

function listOf({ resource, root }: Calls) {
  const listed = rowJson(resource, { withLines: false })
  return operation<unknown, Record<string, unknown>>({
    ...reading(resource, 'index'),
    summary: allOf(resource.text),
    method: 'GET',
    url: root,
    lists: resource,
    answers: { 200: pageJson(listed) },
    handle: async (ctx, input) => {
      const wanted = listQueryIn(resource, ctx, input.query)
      const rows = ctx.rows(resource)
      return wanted.pagination ? await rows.page(wanted) : new WholeList(listed, rows.pieces(wanted))
    },
  })
}

const sheetOf = ({ resource, root }: Calls) =>
  operation<unknown, z.infer<typeof sheetQuery>>({
    ...reading(resource, 'csv'),
    summary: `${allOf(resource.text)}, como planilha`,
    method: 'GET',
    url: `${root}/csv`,
    rate: 'heavy',
    query: sheetQuery,
    lists: resource,
    answers: { 200: 'file' },
    gives: Object.values(sheetTypes),
    handle: async (ctx, { query: { format, ...given } }) => {
      const wanted = listQueryIn(resource, ctx, given)
      refuseWholeUnproven(ctx, resource, wanted)
      return sheetFile(resource, ctx.rows(resource).pieces(wanted), ctx.user, format, wanted)
    },
  })

const showOf = ({ resource, root, row }: Calls) =>
  operation<{ id: string }>({
    ...reading(resource, 'show'),
    summary: `Ver ${theOne(resource.text)}`,
    method: 'GET',
    url: `${root}/:id`,
    params: keyed,
    answers: { 200: shape({ data: row }) },
    versioned: true,
    handle: async (ctx, { params }) => {
      const found = await ctx.rows(resource).find(params.id)
      return new Answer(200, { data: found }, etag(found))
    },
  })

const storeOf = ({ resource, root, row }: Calls) =>
  operation<unknown, unknown, Record<string, unknown>>({
    ...writing(resource, 'store'),
    ...limitOf(resource),
    summary: newOf(resource.text),
    method: 'POST',
    url: root,
    // Made at first use: building the schemas of all resources takes a good part of a start.
    get body() {
      return draftSchema(resource.fields, { partial: false })
    },
    answers: { 201: doneJson(row) },
    versioned: true,
    handle: async (ctx, input) => {
      const created = await ctx.rows(resource).createLast(bodyIn(resource, ctx, input.body, false))
      return lastDone(201, `${agree(resource.text, 'registrado')} com sucesso.`, created)
    },
  })

const updateOf = ({ resource, root, row }: Calls) =>
  operation<{ id: string }, unknown, Record<string, unknown>>({
    ...writing(resource, 'update'),
    ...limitOf(resource),
    summary: `Alterar ${theOne(resource.text)}`,
    method: 'PUT',
    url: `${root}/:id`,
    params: keyed,
    get body() {
      return draftSchema(resource.fields, { partial: true })
    },
    answers: { 200: doneJson(row) },
    versioned: true,
    handle: async (ctx, { params, body }) => {
      const draft = bodyIn(resource, ctx, body, true)
      const updated = await ctx.rows(resource).updateLast(params.id, draft, versionIn(ctx))
      return lastDone(200, `${agree(resource.text, 'salvo')} com sucesso.`, updated)
    },
  })

const destroyOf = ({ resource, root }: Calls) =>
  operation<{ id: string }>({
    ...writing(resource, 'destroy'),
    summary: `Excluir ${theOne(resource.text)}`,
    method: 'DELETE',
    url: `${root}/:id`,
    params: keyed,
    answers: { 200: doneJson(shape({})) },
    handle: async (ctx, { params }) => {
      await ctx.rows(resource).remove(params.id)
      return doneAnswer(200, `${agree(resource.text, 'excluído')} com sucesso.`, {})
    },
  })

const turnOf = (
  { resource, root }: Calls,
  verb: 'enable' | 'disable',
  active: boolean,
  label: string,
  participle: string,
) =>
  operation<unknown, unknown, { ids: (string | number)[] }>({
    ...writing(resource, verb),
    summary: `${label} ${resource.text.many}`,
    method: 'PUT',
    url: `${root}/${verb}`,
    body: ids,
    answers: { 200: doneJson(shape({ changed: integer })) },
    handle: async (ctx, input) => {
      const { text } = resource
      const { length: changed } = await ctx.rows(resource).setActive(input.body.ids, active)
      const agreed = agree(
        { ...text, one: count(changed, text) },
        changed === 1 ? participle : `${participle}s`.replace(/os$/, text.gender === 'f' ? 'as' : 'os'),
      )
      return doneAnswer(200, `${agreed}.`, { changed })
    },
  })

function actionOf({ resource, root, row }: Calls, name: string) {
  const action = resource.actions?.[name] ?? { label: name }
  const message = action.done ?? `${agree(resource.text, 'salvo')} com sucesso.`
  return operation<{ id: string }>({
    ...writing(resource, name),
    summary: action.label,
    method: 'PUT',
    url: `${root}/:id/${name}`,
    params: keyed,
    answers: { 200: doneJson(row) },
    versioned: true,
    handle: async (ctx, { params }) => {
      const acted = await ctx.rows(resource).act(params.id, name)
      return new Answer(200, doneAnswer(200, message, acted), etag(acted))
    },
  })
}
