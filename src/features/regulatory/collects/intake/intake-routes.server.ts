import type { User } from '#kernel/access.ts'
import { invalid } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { accessText } from '#features/regulatory/collects/coleta/said.ts'
import { remember } from '#features/regulatory/intake/mappings.server.ts'
import { previewAccesses, storeAccesses } from '#features/regulatory/collects/intake/api.ts'
import { keepMarks } from '#features/regulatory/collects/intake/contents.server.ts'
import { isAdded } from '#features/regulatory/collects/intake/evidence/entry.ts'
import { addedTo, locationsOf } from '#features/regulatory/collects/intake/lines.server.ts'
import { readFor, type ReadFile } from '#features/regulatory/collects/intake/intake.server.ts'
import { openIn } from '#features/regulatory/collects/intake/evidence/questions.ts'
import { versionIn } from '#server/crud.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const previewRoute = serve(previewAccesses, async (ctx, { id, body }) => {
  const { imported, sha256, takings, lookups } = await readFor(ctx, id, body, { unkept: true })
  const { groups: _, marks: _marks, repeated: _repeated, ...judged } = imported
  const before = takings.findLast(taking => taking.sha256 === sha256) ?? null
  return { data: { ...judged, before, tokens: lookups.tokens, mark: sha256 } }
})

const storeRoute = serve(storeAccesses, async (ctx, { id, query, body }) => {
  const read = await readFor(ctx, id, body)
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

export const intakeOperations = [previewRoute, storeRoute] as const
