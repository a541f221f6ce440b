import { sql } from 'kysely'
import * as z from 'zod'
import { doneJson, rowJson, shape, type JsonSchema } from '#kernel/json.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { clients } from '#features/clients/clients.ts'
import { collects, type Collect } from '#features/collects/collects.ts'
import { layoutsOf, type TokenColumn } from '#features/collects/layouts.ts'
import type { Group } from '#features/collects/scm.ts'
import { importScm, type Imported } from '#features/collects/scm-import.server.ts'
import { tokensOf, type Tokens } from '#features/collects/tokens.server.ts'
import { cnpjIn, filesOf, otherService, termOf } from '#features/collects/written.server.ts'
import { key, versionIn } from '#server/crud.ts'
import { Answer, done, operation, type Ctx } from '#server/operation.ts'

/** A month of one provider has a few thousand rows; beyond this it is another kind of file. */
const upload = { media: ['text/csv', 'application/octet-stream'], limit: 2 * 1024 * 1024 } as const
/** Rows told one by one; beyond them, only those that are not plainly accepted. */
const told = 5_000

const common = { access: 'permission', scope: collects, params: z.object({ id: key }) } as const
const anything: JsonSchema = { type: 'object', additionalProperties: true }
/** The bytes of a body, whatever its media type said. */
const bytes = z.instanceof(Buffer, { error: 'Envie o arquivo CSV no corpo do pedido.' })

const preview = operation<{ id: string }, unknown, Buffer>({
  ...common,
  ...upload,
  id: 'collects.preview',
  summary: 'Conferir um arquivo de acessos, sem gravar nada',
  method: 'POST',
  url: '/api/v1/collects/:id/preview',
  rate: 'heavy',
  audit: null,
  // It only reads, and judging a long file must not hold a transaction.
  transaction: 'own',
  body: bytes,
  answers: { 200: shape({ data: anything }) },
  handle: async (ctx, { params, body }) => {
    const { imported } = await readFor(ctx, params.id, body)
    const { rows, facts, fatal, summary } = imported
    const plain = rows.length <= told
    const shown = plain ? rows : rows.filter(row => row.verdict !== 'accepted' || row.problems.length).slice(0, told)
    return { data: { fatal, facts, summary, rows: shown, complete: shown.length === rows.length } }
  },
})

const store = operation<{ id: string }, { refused?: 'skip' | undefined }, Buffer>({
  ...common,
  ...upload,
  id: 'collects.upload',
  summary: 'Trocar os acessos da coleta pelos do arquivo',
  method: 'POST',
  url: '/api/v1/collects/:id/upload',
  rate: 'heavy',
  audit: 'collects.update',
  query: z.strictObject({
    refused: z.enum(['skip'], 'Informe `skip` para deixar de fora as linhas recusadas.').optional(),
  }),
  body: bytes,
  answers: { 200: doneJson(rowJson(collects)) },
  handle: async (ctx, { params, query, body }) => {
    const { collect, imported, tokens } = await readFor(ctx, params.id, body)
    const { fatal, summary, groups } = imported
    if (fatal) throw invalid({ file: fatal })
    if (summary.refused && query.refused !== 'skip')
      throw invalid({
        file: `${said(summary.refused)} do arquivo ${summary.refused === 1 ? 'foi recusada' : 'foram recusadas'}. Corrija o arquivo, ou confirme que ficam de fora.`,
      })
    if (!groups.length) throw invalid({ file: 'Nenhuma linha do arquivo pôde ser aceita.' })
    const locations = await locationsOf(ctx, groups, tokens)
    const updated = await ctx.rows(collects).update(collect.id, { locations }, versionIn(ctx))
    return new Answer(200, done(200, `${said(summary.rows - summary.refused)} do arquivo na coleta.`, updated), {
      ETag: `"${updated.version}"`,
    })
  },
})

const said = (lines: number) => count(lines, { one: 'linha', many: 'linhas', gender: 'f' })

const file = operation<{ id: string }>({
  ...common,
  id: 'collects.file',
  summary: 'Baixar o arquivo mensal da coleta',
  method: 'GET',
  url: '/api/v1/collects/:id/file',
  rate: 'heavy',
  audit: null,
  answers: { 200: 'file' },
  handle: async (ctx, { params }) => {
    const collect = await ctx.rows(collects).find(params.id)
    const written = await fileOf(ctx, collect)
    if (!written) throw problem('conflict', otherService(collect))
    return new Answer(200, Buffer.from(written.bytes), {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${written.name}"`,
      // Headers are Latin-1: the warnings travel encoded.
      'X-Warnings': encodeURIComponent(JSON.stringify(written.warnings)),
    })
  },
})

export const fileOperations = [preview, store, file] as const

/** The file Anatel takes of a coleta; null for a service whose layout is not ours to write. Throws a 409 or a 422 that says what is wrong. */
export const fileOf = async (ctx: Ctx, collect: Collect) => (await filesOf(ctx, [collect]))(collect)

async function readFor(
  ctx: Ctx,
  id: string,
  body: Buffer,
): Promise<{ collect: Collect; imported: Imported; tokens: Tokens }> {
  const collect = await ctx.rows(collects).find(id)
  const layouts = layoutsOf(await termOf(ctx, collect.service_type_id))
  if (!layouts.length) throw problem('conflict', otherService(collect))
  const cnpj = cnpjIn((await ctx.rows(clients).find(collect.client_id)).document)
  const tokens = await tokensOf(ctx.sql)
  const { rows } = await sql<{
    ibge: number
    name: string
    uf: string
  }>`select ibge, name, name_state as uf from cities`.execute(ctx.sql)
  const lookups = {
    tokens: {
      TIPO_CLIENTE: tokens.active('TIPO_CLIENTE'),
      TIPO_ATENDIMENTO: tokens.active('TIPO_ATENDIMENTO'),
      TIPO_MEIO: tokens.active('TIPO_MEIO'),
      TIPO_PRODUTO: tokens.active('TIPO_PRODUTO'),
      TIPO_TECNOLOGIA: tokens.active('TIPO_TECNOLOGIA'),
    },
    cities: new Map(rows.map(({ ibge, name, uf }) => [ibge, { name, uf }])),
    cnpj,
    year: collect.year,
    month: collect.month,
  }
  const imported = importScm(body, lookups, layouts)
  return { collect, imported, tokens }
}

/** The file's groups as the lines of a coleta, a location per municipality. */
async function locationsOf(ctx: Ctx, groups: readonly Group[], tokens: Tokens) {
  const codes = [...new Set(groups.map(({ cod_ibge }) => cod_ibge))]
  const { rows } = await sql<{
    id: number
    ibge: number
  }>`select id, ibge from cities where ibge = any(${codes}::integer[])`.execute(ctx.sql)
  const cities = new Map(rows.map(({ id, ibge }) => [ibge, id]))
  return codes.map(code => ({
    city_id: sure(cities.get(code)),
    accesses: groups
      .filter(({ cod_ibge }) => cod_ibge === code)
      .map(group => ({
        client_type_id: sure(tokens.id('TIPO_CLIENTE', group.tipo_cliente)),
        attendance_type_id: siglaOf(tokens, 'TIPO_ATENDIMENTO', group.tipo_atendimento),
        attendance_middle_id: sure(tokens.id('TIPO_MEIO', group.tipo_meio)),
        product_type_id: siglaOf(tokens, 'TIPO_PRODUTO', group.tipo_produto),
        technology_type_id: siglaOf(tokens, 'TIPO_TECNOLOGIA', group.tipo_tecnologia),
        speed: group.velocidade || null,
        amount: group.acessos,
      })),
  }))
}

/** What the layout of the service has no column for is kept as nothing. */
const siglaOf = (tokens: Tokens, column: TokenColumn, token: string) =>
  token === '' ? null : sure(tokens.id(column, token))

/** The importer accepts only what the lookups hold: anything else is a mistake of ours. */
function sure(id: number | undefined): number {
  if (id === undefined) throw new Error('an accepted row names what no lookup holds')
  return id
}
