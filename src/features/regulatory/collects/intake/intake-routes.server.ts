import * as z from 'zod'
import type { User } from '#kernel/access.ts'
import { doneJson, rowJson, shape, type JsonSchema } from '#kernel/json.ts'
import { invalid } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { accessText } from '#features/regulatory/collects/coleta/said.ts'
import { remember } from '#features/regulatory/intake/mappings.server.ts'
import { keepMarks } from '#features/regulatory/collects/intake/contents.server.ts'
import { isAdded } from '#features/regulatory/collects/intake/evidence/entry.ts'
import { addedTo, locationsOf } from '#features/regulatory/collects/intake/lines.server.ts'
import { readFor, type ReadFile } from '#features/regulatory/collects/intake/intake.server.ts'
import { openIn } from '#features/regulatory/collects/intake/evidence/questions.ts'
import type { Preview } from '#features/regulatory/collects/intake/intake.ts'
import { tableLimits } from '#parts/table/table.ts'
import { fileBody } from '#parts/file/taken.server.ts'
import { key, versionIn } from '#server/crud.ts'
import { Answer, doneAnswer, operation, type Ctx } from '#server/operation.ts'

/** A form has the file and instructions, or a body the file alone. */
const upload = {
  media: ['multipart/form-data', 'text/csv', 'application/octet-stream'],
  limit: tableLimits.bytes + 4 * 1024 * 1024,
} as const
const ofColeta = {
  access: 'permission',
  scope: collects,
  params: z.object({ id: key }),
  ...upload,
  rate: 'heavy',
  // Reading and judging a long file must not hold a transaction.
  transaction: 'own',
  // Takes a body's bytes, of any media type.
  body: fileBody,
} as const
const anything: JsonSchema = { type: 'object', additionalProperties: true }

const preview = operation<{ id: string }, unknown, Buffer>({
  ...ofColeta,
  id: 'collects.preview',
  summary: 'Conferir um arquivo de acessos, sem gravar nada',
  method: 'POST',
  url: '/api/v1/collects/:id/preview',
  audit: null,
  answers: { 200: shape({ data: anything }) },
  handle: async (ctx, { params, body }) => {
    const { imported, sha256, takings, lookups } = await readFor(ctx, params.id, body, { unkept: true })
    const { groups: _, marks: _marks, repeated: _repeated, ...taken } = imported
    const before = takings.findLast(taking => taking.sha256 === sha256) ?? null
    const data: Preview = { ...taken, before, tokens: lookups.tokens, mark: sha256 }
    return { data }
  },
})

const store = operation<{ id: string }, { refused?: 'skip' | undefined }, Buffer>({
  ...ofColeta,
  id: 'collects.upload',
  summary: 'Trocar os acessos da coleta pelos do arquivo, ou somar estes a eles',
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
    const added = isAdded(read.told.answers, read.contents)
    // What a file is added to is what was read before it was judged.
    const version = versionIn(ctx) ?? (added ? read.collect.version : undefined)
    const updated = await ctx.transact(async inner => {
      const found = await locationsOf(inner, read.imported.groups, read.tokens)
      const locations = added ? await addedTo(inner, read.collect.id, found) : found
      const takings = [...read.takings, { ...takingOf(read, ctx.user), added }]
      const row = await inner.rows(collects).put(read.collect.id, { locations, takings }, version)
      await keepMarks(inner, row.id, read.imported.marks)
      await learn(inner, read)
      return row
    })
    const rows = lineCount(summary.rows - summary.refused)
    const total = count(read.contents.accesses + summary.accesses, accessText)
    const message = added ? `${rows} do arquivo na coleta, que agora tem ${total}.` : `${rows} do arquivo na coleta.`
    return new Answer(200, doneAnswer(200, message, updated), { ETag: `"${updated.version}"` })
  },
})

const lineCount = (lines: number) => count(lines, { one: 'linha', many: 'linhas', gender: 'f' })

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
      file: `${lineCount(summary.refused)} do arquivo ${summary.refused === 1 ? 'foi recusada' : 'foram recusadas'}. Corrija o arquivo, ou confirme que ficam de fora.`,
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
