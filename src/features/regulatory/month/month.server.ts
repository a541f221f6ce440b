import { randomUUID } from 'node:crypto'
import { isSuperAdmin } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { showCompetence } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { downloadMonthFiles, openColetas, readMonthBoard, requestMonthFiles } from '#features/regulatory/month/api.ts'
import { archiveName, zipFiles } from '#features/regulatory/month/archive.server.ts'
import { monthChores } from '#features/regulatory/month/chores.server.ts'
import { coletas } from '#features/regulatory/month/chosen.server.ts'
import { copyOperations } from '#features/regulatory/month/copy.server.ts'
import { finishOperations } from '#features/regulatory/month/finish.server.ts'
import { givenIn, openMissing, openMonth, tellOpened, zipMonth } from '#features/regulatory/month/month-jobs.server.ts'
import { monthsOperation } from '#features/regulatory/month/months.server.ts'
import { remindOperation, stillAwaited } from '#features/regulatory/month/remind.server.ts'
import { boardBeginning, monthRows } from '#features/regulatory/month/month-rows.server.ts'
import { sentOperations } from '#features/regulatory/month/sent.server.ts'
import { mayBeSent, periodQuery, waitingLimit } from '#features/regulatory/month/month.ts'
import { monthOpenings } from '#features/regulatory/month/openings.ts'
import { exports } from '#features/platform/exports/jobs.ts'
import { jobActions } from '#parts/progress/actions.server.ts'
import { extend } from '#server/extend.ts'
import { Answer, doneAnswer } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const board = serve(readMonthBoard, async (ctx, { query }) => {
  const data = await monthRows(ctx, query)
  return { data, begins: data.length ? null : await boardBeginning(ctx) }
})

const openMonthRoute = serve(openColetas, async (ctx, { body }) => {
  const missing = (await monthRows(ctx, body)).filter(({ collect }) => collect === null)
  if (missing.length > waitingLimit) {
    const progress = { state: 'na-fila', rows_done: 0, rows_total: missing.length } as const
    const name = `Coletas de ${showCompetence(body.year, body.month)}`
    const row = await ctx.rows(monthOpenings).create({ ...body, name, user_id: ctx.user.id, ...progress })
    await ctx.jobs.send(openMonth, row, body)
    return doneAnswer(200, `Abrindo ${count(missing.length, coletas)} em segundo plano.`, {
      opened: 0,
      opening: row.uuid,
    })
  }
  const fresh = await openMissing(ctx, body, missing)
  const { length } = fresh
  await tellOpened(ctx, body, randomUUID(), givenIn(fresh))
  const said = length
    ? `${count(length, coletas)} ${length === 1 ? 'aberta' : 'abertas'}.`
    : 'Todas as coletas do mês já estavam abertas.'
  return doneAnswer(200, said, { opened: length, opening: null })
})

const files = serve(downloadMonthFiles, async (ctx, { query }) => {
  const rows = await monthRows(ctx, query)
  if (rows.filter(mayBeSent).length > waitingLimit)
    throw problem('conflict', 'São muitos arquivos para baixar de uma vez: peça o ZIP em segundo plano.')
  const { name, bytes } = await zipFiles(ctx, query, rows)
  return new Answer(200, Buffer.from(bytes), {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${name}"`,
  })
})

const zip = serve(requestMonthFiles, async (ctx, { body }) => {
  const row = await ctx.rows(exports).create({
    name: archiveName(body),
    resource: collects.path,
    query: periodQuery(body),
    format: 'csv',
    kind: 'mes',
    state: 'na-fila',
    rows_done: 0,
  })
  await ctx.jobs.send(zipMonth, row, body)
  return new Answer(201, doneAnswer(201, 'O ZIP do mês está sendo preparado.', row))
})

/** Who opens a month looks after that: nobody else stops it. */
const openings = extend(monthOpenings, {
  guard: ({ user_id }, { user }) => {
    if (user_id !== user.id && !isSuperAdmin(user))
      throw problem('forbidden', 'Só quem pediu a abertura, ou um superadministrador, pode mexer nela.')
  },
  actions: jobActions((ctx, id, changes, event) => ctx.rows(monthOpenings).update(id, changes, undefined, event)),
})

export const monthOnServer: ServerFeature = {
  extensions: [openings],
  operations: () => [
    board,
    openMonthRoute,
    ...finishOperations,
    ...sentOperations,
    ...copyOperations,
    files,
    zip,
    monthsOperation,
    remindOperation,
  ],
  works: [openMonth, zipMonth],
  chores: monthChores,
  mails: { 'lembrete-coleta': stillAwaited },
}
