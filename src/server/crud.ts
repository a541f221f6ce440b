import * as z from 'zod'
import { isStaff, permission } from '#kernel/access.ts'
import { doneJson, integer, pageJson, rowJson, shape } from '#kernel/json.ts'
import { listQuery } from '#kernel/page.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { isOpenTo, verbsOf, type AnyResource, type StoredOf, type Verb } from '#kernel/resource.ts'
import { draftSchema, fieldErrors } from '#kernel/schema.ts'
import { agree, allOf, count, newOf, theOne } from '#kernel/text.ts'
import type { Catalog } from '#server/catalog.ts'
import { Answer, done, operation, WholeList, type AnyOperation, type Ctx } from '#server/operation.ts'
import { columnsIn, sheetFile, sheetFormats, sheetTypes } from '#server/sheet.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const isKey = (key: string) => /^\d{1,15}$/.test(key) || uuid.test(key)

/** A key in the address: the numeric id or the uuid. Anything else is a row that does not exist. */
export const key = z
  .string()
  .meta({ description: 'Código ou uuid' })
  .transform(given => {
    if (!isKey(given)) throw problem('missing')
    return given
  })
const keyed = z.object({ id: key })
const sheetQuery = z.looseObject({
  format: z.enum(sheetFormats, 'Escolha csv ou xlsx.').default('csv'),
  columns: z.string('Informe um valor só.').optional(),
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
const etag = ({ version }: { readonly version: number }) => ({ ETag: `"${version}"` })

/** The version named by `If-Match`; none when the writer did not say what it had read. */
export function versionIn(ctx: Ctx): number | undefined {
  const given = ctx.request.headers['if-match']
  if (given === undefined || given === '*') return undefined
  const [, version] = /^(?:W\/)?"(\d{1,9})"$/.exec(given) ?? []
  if (version === undefined) throw problem('stale', 'O cabeçalho If-Match não traz uma versão deste registro.')
  return Number(version)
}

/** The calls every resource answers, as its declaration allows. */
export function crud(catalog: Catalog, resource: AnyResource): AnyOperation[] {
  const root = `/api/v1/${resource.path}`
  const { text } = resource
  const one = theOne(text)
  const row = rowJson(resource)
  const listed = rowJson(resource, { withLines: false })
  const common = { access: 'permission', scope: resource } as const
  const reading = { ...common, rate: 'read', audit: null } as const
  const writing = (verb: Verb) => ({ ...common, rate: 'write', audit: permission(resource, verb) }) as const
  const asked = (ctx: Ctx, raw: Readonly<Record<string, unknown>>) => listQuery(resource, raw, !isStaff(ctx.user))

  const draft = (ctx: Ctx, body: unknown, partial: boolean) => {
    const parsed = draftSchema(resource.fields, { partial, outside: !isStaff(ctx.user) }).safeParse(body)
    if (parsed.success) return parsed.data
    throw invalid(fieldErrors(parsed.error))
  }
  const body = (partial: boolean) => draftSchema(resource.fields, { partial })

  const make: Readonly<Record<Verb, () => AnyOperation[]>> = {
    index: () => [
      operation<unknown, Record<string, unknown>>({
        ...reading,
        id: permission(resource, 'index'),
        summary: allOf(text),
        method: 'GET',
        url: root,
        lists: resource,
        answers: { 200: pageJson(listed) },
        handle: async (ctx, input) => {
          const wanted = asked(ctx, input.query)
          const rows = ctx.rows(resource)
          return wanted.pagination ? await rows.page(wanted) : new WholeList(listed, rows.pieces(wanted))
        },
      }),
      operation<unknown, z.infer<typeof sheetQuery>>({
        ...reading,
        id: permission(resource, 'csv'),
        summary: `${allOf(text)}, como planilha`,
        method: 'GET',
        url: `${root}/csv`,
        rate: 'heavy',
        query: sheetQuery,
        lists: resource,
        answers: { 200: 'file' },
        gives: Object.values(sheetTypes),
        handle: async (ctx, { query: { format, columns: given, ...wanted } }) => {
          const columns = columnsIn(resource, ctx.user, given)
          return sheetFile(resource, ctx.rows(resource).pieces(asked(ctx, wanted)), ctx.user, format, { columns })
        },
      }),
    ],
    show: () => [
      operation<{ id: string }>({
        ...reading,
        id: permission(resource, 'show'),
        summary: `Ver ${one}`,
        method: 'GET',
        url: `${root}/:id`,
        params: keyed,
        answers: { 200: shape({ data: row }) },
        versioned: true,
        handle: async (ctx, { params }) => {
          const found = await ctx.rows(resource).find(params.id)
          return new Answer(200, { data: found }, etag(found))
        },
      }),
    ],
    store: () => [
      operation<unknown, unknown, unknown>({
        ...writing('store'),
        id: permission(resource, 'store'),
        summary: newOf(text),
        method: 'POST',
        url: root,
        body: body(false),
        answers: { 201: doneJson(row) },
        versioned: true,
        handle: async (ctx, input) => {
          const created = await ctx.rows(resource).create(draft(ctx, input.body, false) as StoredOf<AnyResource>)
          return new Answer(201, done(201, `${agree(text, 'registrado')} com sucesso.`, created), etag(created))
        },
      }),
    ],
    update: () => [
      operation<{ id: string }, unknown, unknown>({
        ...writing('update'),
        id: permission(resource, 'update'),
        summary: `Alterar ${one}`,
        method: 'PUT',
        url: `${root}/:id`,
        params: keyed,
        body: body(true),
        answers: { 200: doneJson(row) },
        versioned: true,
        handle: async (ctx, input) => {
          const updated = await ctx.rows(resource).update(input.params.id, draft(ctx, input.body, true), versionIn(ctx))
          return new Answer(200, done(200, `${agree(text, 'salvo')} com sucesso.`, updated), etag(updated))
        },
      }),
    ],
    destroy: () => [
      operation<{ id: string }>({
        ...writing('destroy'),
        id: permission(resource, 'destroy'),
        summary: `Excluir ${one}`,
        method: 'DELETE',
        url: `${root}/:id`,
        params: keyed,
        answers: { 200: doneJson(shape({})) },
        handle: async (ctx, { params }) => {
          await ctx.rows(resource).remove(params.id)
          return done(200, `${agree(text, 'excluído')} com sucesso.`, {})
        },
      }),
    ],
    enable: () => [turn('enable', true, 'Ativar', 'ativado')],
    disable: () => [turn('disable', false, 'Inativar', 'inativado')],
  }

  const turn = (verb: 'enable' | 'disable', active: boolean, label: string, participle: string) =>
    operation<unknown, unknown, { ids: (string | number)[] }>({
      ...writing(verb),
      id: permission(resource, verb),
      summary: `${label} ${text.many}`,
      method: 'PUT',
      url: `${root}/${verb}`,
      body: ids,
      answers: { 200: doneJson(shape({ changed: integer })) },
      handle: async (ctx, input) => {
        const changed = await ctx.rows(resource).setActive(input.body.ids, active)
        const agreed = agree(
          { ...text, one: count(changed, text) },
          changed === 1 ? participle : `${participle}s`.replace(/os$/, text.gender === 'f' ? 'as' : 'os'),
        )
        return done(200, `${agreed}.`, { changed })
      },
    })

  const actions = Object.entries(catalog.extension(resource)?.how.actions ?? {}).map(([name, run]) => {
    const action = resource.actions?.[name] ?? { label: name }
    return operation<{ id: string }>({
      ...common,
      rate: 'write',
      audit: permission(resource, name),
      id: permission(resource, name),
      summary: action.label,
      method: 'PUT',
      url: `${root}/:id/${name}`,
      params: keyed,
      answers: { 200: doneJson(row) },
      versioned: true,
      handle: async (ctx, { params }) => {
        const found = await ctx.rows(resource).find(params.id)
        await catalog.extension(resource)?.how.guard?.(found, ctx)
        if (!found.active) throw problem('conflict', `${agree(text, 'inativo')}: reative antes.`)
        if (!isOpenTo(resource, action, found)) throw problem('conflict')
        await run(found, ctx)
        // An action may take the row out of the list it was in.
        const acted = (await ctx.rows(resource).seek(params.id)) ?? found
        return new Answer(200, done(200, `${agree(text, 'salvo')} com sucesso.`, acted), etag(acted))
      },
    })
  })
  return [
    ...verbsOf(resource).flatMap(verb => make[verb]()),
    ...actions,
    ...(catalog.extension(resource)?.how.operations ?? []),
  ]
}
