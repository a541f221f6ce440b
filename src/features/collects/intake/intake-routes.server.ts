import { sql } from 'kysely'
import * as z from 'zod'
import type { User } from '#kernel/access.ts'
import { doneJson, rowJson, shape, type JsonSchema } from '#kernel/json.ts'
import { invalid } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { collects } from '#features/collects/coleta/collects.ts'
import type { TokenColumn } from '#features/anatel/layouts.ts'
import type { AccessGroup } from '#features/anatel/access-file.ts'
import type { Tokens } from '#features/anatel/tokens.server.ts'
import { remember } from '#features/intake/mappings.server.ts'
import { readFor, type ReadFile } from '#features/collects/intake/intake.server.ts'
import { openIn } from '#features/collects/intake/evidence/questions.ts'
import type { Preview } from '#features/collects/intake/intake.ts'
import { tableLimits } from '#parts/table/table.ts'
import { fileBody } from '#parts/file/taken.server.ts'
import { key, versionIn } from '#server/crud.ts'
import { Answer, done, operation, type Ctx } from '#server/operation.ts'

/** A form with the file and what was said of it, or the file alone. */
const upload = {
  media: ['multipart/form-data', 'text/csv', 'application/octet-stream'],
  limit: tableLimits.bytes + 4 * 1024 * 1024,
} as const
const common = {
  access: 'permission',
  scope: collects,
  params: z.object({ id: key }),
  ...upload,
  rate: 'heavy',
  // Reading and judging a long file must not hold a transaction.
  transaction: 'own',
  // The bytes of a body, whatever its media type said.
  body: fileBody,
} as const
const anything: JsonSchema = { type: 'object', additionalProperties: true }

const preview = operation<{ id: string }, unknown, Buffer>({
  ...common,
  id: 'collects.preview',
  summary: 'Conferir um arquivo de acessos, sem gravar nada',
  method: 'POST',
  url: '/api/v1/collects/:id/preview',
  audit: null,
  answers: { 200: shape({ data: anything }) },
  handle: async (ctx, { params, body }) => {
    const { imported, sha256, takings, lookups } = await readFor(ctx, params.id, body, { unkept: true })
    const { groups: _, ...taken } = imported
    const before = takings.findLast(taking => taking.sha256 === sha256) ?? null
    const data: Preview = { ...taken, before, tokens: lookups.tokens, mark: sha256 }
    return { data }
  },
})

const store = operation<{ id: string }, { refused?: 'skip' | undefined }, Buffer>({
  ...common,
  id: 'collects.upload',
  summary: 'Trocar os acessos da coleta pelos do arquivo',
  method: 'POST',
  url: '/api/v1/collects/:id/upload',
  audit: 'collects.update',
  query: z.strictObject({
    refused: z.enum(['skip'], 'Informe `skip` para deixar de fora as linhas recusadas.').optional(),
  }),
  answers: { 200: doneJson(rowJson(collects, { withLines: false })) },
  handle: async (ctx, { params, query, body }) => {
    const read = await readFor(ctx, params.id, body)
    const { summary } = read.imported
    refuseUnready(read, query.refused === 'skip')
    const updated = await ctx.transact(async inner => {
      const locations = await locationsOf(inner, read.imported.groups, read.tokens)
      const takings = [...read.takings, takingOf(read, ctx.user)]
      const row = await inner.rows(collects).put(read.collect.id, { locations, takings }, versionIn(ctx))
      await learn(inner, read)
      return row
    })
    return new Answer(200, done(200, `${said(summary.rows - summary.refused)} do arquivo na coleta.`, updated), {
      ETag: `"${updated.version}"`,
    })
  },
})

const said = (lines: number) => count(lines, { one: 'linha', many: 'linhas', gender: 'f' })

function refuseUnready({ imported }: ReadFile, skip: boolean) {
  const { fatal, summary, groups, columns, questions } = imported
  if (fatal) throw invalid({ file: fatal })
  if (columns && (!columns.confirmed || columns.missing.length))
    throw invalid({ file: 'O arquivo tem colunas próprias. Diga primeiro a qual da Anatel corresponde cada uma.' })
  const open = openIn(questions)
  if (open.length)
    throw invalid({ file: `O arquivo precisa de resposta antes de entrar: ${open.map(({ text }) => text).join(' ')}` })
  if (summary.refused && !skip)
    throw invalid({
      file: `${said(summary.refused)} do arquivo ${summary.refused === 1 ? 'foi recusada' : 'foram recusadas'}. Corrija o arquivo, ou confirme que ficam de fora.`,
    })
  if (!groups.length) throw invalid({ file: 'Nenhuma linha do arquivo pôde ser aceita.' })
}

const takingOf = ({ name, sha256, imported: { summary } }: ReadFile, user: User) => ({
  name,
  sha256,
  rows: summary.rows,
  refused: summary.refused,
  accesses: summary.accesses,
  user_id: user.id,
  at: new Date().toISOString(),
})

/** The mapping agreed to is there for the next file. */
async function learn(ctx: Ctx, { collect, name, told, known, imported: { columns, header } }: ReadFile) {
  if (!told.mapping || !columns) return
  const used = known.remembered.find(({ uuid }) => uuid === columns.remembered?.uuid)
  await remember(ctx, { intake: 'coleta', client: collect.client_id }, columns.mapping, used, { name, header })
}

export const intakeOperations = [preview, store] as const

/** The file's groups as the lines of a coleta, a location per municipality. */
async function locationsOf(ctx: Ctx, groups: readonly AccessGroup[], tokens: Tokens) {
  const codes = [...new Set(groups.map(({ cod_ibge }) => cod_ibge))]
  const { rows } = await sql<{
    id: number
    ibge: number
  }>`select id, ibge from cities where ibge = any(${codes}::integer[])`.execute(ctx.sql)
  const cities = new Map(rows.map(({ id, ibge }) => [ibge, id]))
  const inCity = new Map<number, AccessGroup[]>(codes.map(code => [code, []]))
  for (const group of groups) inCity.get(group.cod_ibge)?.push(group)
  return [...inCity].map(([code, some]) => ({
    city_id: sure(cities.get(code)),
    accesses_ordered: some.map(group => ({
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
