import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { isSuperAdmin } from '#kernel/access.ts'
import { boolean, doneJson, integer, list, maybe, rowJson, shape, string } from '#kernel/json.ts'
import { problem } from '#kernel/problem.ts'
import { showCompetence } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { collects } from '#features/collects/coleta/collects.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { archiveName, zipFiles } from '#features/month/archive.server.ts'
import { monthChores } from '#features/month/chores.server.ts'
import { coletas } from '#features/month/chosen.server.ts'
import { copyOperations } from '#features/month/copy.server.ts'
import { finishOperations } from '#features/month/finish.server.ts'
import { givenIn, openMissing, openMonth, tellOpened, zipMonth } from '#features/month/month-jobs.server.ts'
import { monthsOperation } from '#features/month/months.server.ts'
import { remindOperation, stillAwaited } from '#features/month/remind.server.ts'
import { boardBeginning, monthRows } from '#features/month/month-rows.server.ts'
import { sentOperations } from '#features/month/sent.server.ts'
import { mayBeSent, periodQuery, short } from '#features/month/month.ts'
import { monthOpenings } from '#features/month/openings.ts'
import type { Period } from '#parts/period/period.ts'
import { exports } from '#features/jobs/jobs.ts'
import { jobActions } from '#parts/progress/actions.server.ts'
import { extend } from '#server/extend.ts'
import { Answer, done, operation } from '#server/operation.ts'

const year = z.coerce.number('Informe o ano.').int().min(2000).max(2100)
const month = z.coerce.number('Informe o mês.').int().min(1).max(12)
const period = z.strictObject({ year, month })
const ofColetas = { access: 'permission', scope: collects } as const
const rowShape = shape({
  fistel: shape({ id: integer, uuid: string, name: string }),
  client: shape({ id: integer, uuid: string, name: string }),
  empresa: maybe(string),
  person: maybe(shape({ id: integer, name: string })),
  service: string,
  collect: maybe(
    shape({ id: integer, uuid: string, step: string, edition: integer, zeroed: boolean, accesses: maybe(integer) }),
  ),
  before: maybe(integer),
  threshold: { type: 'number' },
  lapsed: maybe(string),
})

const board = operation<unknown, Period>({
  ...ofColetas,
  id: 'collects.quadro',
  summary: 'Ver o quadro do mês',
  method: 'GET',
  url: '/api/v1/collects/quadro',
  rate: 'heavy',
  audit: null,
  query: period,
  answers: {
    200: shape({
      data: list(rowShape),
      begins: maybe(shape({ month: shape({ year: integer, month: integer }), since: string, together: boolean })),
    }),
  },
  handle: async (ctx, { query }) => {
    const data = await monthRows(ctx, query)
    return { data, begins: data.length ? null : await boardBeginning(ctx) }
  },
})

const openMonthRoute = operation<unknown, unknown, Period>({
  ...ofColetas,
  id: 'collects.abrir-mes',
  summary: 'Abrir as coletas que faltam do mês',
  method: 'POST',
  url: '/api/v1/collects/abrir-mes',
  rate: 'heavy',
  audit: 'collects.store',
  body: period,
  // A job opens many; its row shows the progress.
  answers: { 200: doneJson(shape({ opened: integer, opening: maybe(string) })) },
  handle: async (ctx, { body }) => {
    const missing = (await monthRows(ctx, body)).filter(({ collect }) => collect === null)
    if (missing.length > short) {
      const progress = { state: 'na-fila', rows_done: 0, rows_total: missing.length } as const
      const name = `Coletas de ${showCompetence(body.year, body.month)}`
      const row = await ctx.rows(monthOpenings).create({ ...body, name, user_id: ctx.user.id, ...progress })
      await ctx.jobs.send(openMonth, row, body)
      return done(200, `Abrindo ${count(missing.length, coletas)} em segundo plano.`, { opened: 0, opening: row.uuid })
    }
    const fresh = await openMissing(ctx, body, missing)
    const { length } = fresh
    await tellOpened(ctx, body, randomUUID(), givenIn(fresh))
    const said = length
      ? `${count(length, coletas)} ${length === 1 ? 'aberta' : 'abertas'}.`
      : 'Todas as coletas do mês já estavam abertas.'
    return done(200, said, { opened: length, opening: null })
  },
})

const files = operation<unknown, Period>({
  ...ofColetas,
  id: 'collects.arquivos',
  summary: 'Baixar os arquivos do mês, um por coleta pronta, com o que ficou de fora e por quê',
  method: 'GET',
  url: '/api/v1/collects/arquivos',
  rate: 'heavy',
  audit: null,
  query: period,
  answers: { 200: 'file' },
  gives: ['application/zip'],
  handle: async (ctx, { query }) => {
    const rows = await monthRows(ctx, query)
    if (rows.filter(mayBeSent).length > short)
      throw problem('conflict', 'São muitos arquivos para baixar de uma vez: peça o ZIP em segundo plano.')
    const { name, bytes } = await zipFiles(ctx, query, rows)
    return new Answer(200, Buffer.from(bytes), {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}"`,
    })
  },
})

const zip = operation<unknown, unknown, Period>({
  ...ofColetas,
  id: 'collects.arquivos.store',
  summary: 'Pedir os arquivos do mês em um ZIP, feito em segundo plano e guardado entre as exportações',
  method: 'POST',
  url: '/api/v1/collects/arquivos',
  rate: 'heavy',
  audit: 'exports.store',
  body: period,
  answers: { 201: doneJson(rowJson(exports)) },
  handle: async (ctx, { body }) => {
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
    return new Answer(201, done(201, 'O ZIP do mês está sendo preparado.', row))
  },
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
