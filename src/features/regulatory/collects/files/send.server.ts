import * as z from 'zod'
import { can } from '#kernel/access.ts'
import { doneJson, rowJson } from '#kernel/json.ts'
import { problem } from '#kernel/problem.ts'
import { collectFiles, collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { tellRefused } from '#features/regulatory/collects/coleta/told.server.ts'
import { refuseDoubtful } from '#features/regulatory/collects/files/doubts.server.ts'
import {
  keepPaper,
  keepRefusal,
  move,
  refuseSamePaper,
  refuseUnless,
} from '#features/regulatory/collects/files/filing.server.ts'
import { refuseOverDay, takeOfDay } from '#parts/file/day.server.ts'
import { receiveFile } from '#parts/file/store.server.ts'
import { takesFile } from '#parts/file/taken.server.ts'
import { storedMessage, paperFacts, readPaperFile } from '#parts/receipt/paper.server.ts'
import { receiptGiven, refusalGiven } from '#parts/sending/given.ts'
import { key } from '#server/crud.ts'
import { Answer, doneAnswer, operation } from '#server/operation.ts'

const ofColeta = { access: 'permission', scope: collects, params: z.object({ id: key }), rate: 'write' } as const

const answer = (said: string, collect: Collect & { readonly version: number }) =>
  new Answer(200, doneAnswer(200, said, collect), { ETag: `"${collect.version}"` })

const fail = operation<{ id: string }, unknown, z.infer<typeof refusalGiven>>({
  ...ofColeta,
  id: 'collects.erro',
  summary: 'Registrar o erro que a Anatel devolveu',
  method: 'PUT',
  url: '/api/v1/collects/:id/erro',
  audit: 'collects.erro',
  body: refusalGiven,
  answers: { 200: doneJson(rowJson(collects)) },
  handle: async (ctx, { params, body }) => {
    const collect = await ctx.rows(collects).lock(params.id)
    refuseUnless(collect, 'enviada', 'processada')
    await move(ctx, collect, 'com-erro', 'erro', body.error)
    await tellRefused(ctx, collect)
    return answer(
      'Erro registrado. Use Retificar para abrir a próxima versão.',
      await ctx.rows(collects).find(collect.id),
    )
  },
})

const receipt = operation<{ id: string }, z.infer<typeof receiptGiven>, Buffer>({
  ...ofColeta,
  id: 'collects.recibo',
  summary: 'Guardar o recibo que a Anatel deu',
  method: 'POST',
  url: '/api/v1/collects/:id/recibo',
  audit: 'collect-files.store',
  ...takesFile,
  query: receiptGiven,
  answers: { 201: doneJson(rowJson(collectFiles)) },
  handle: async (ctx, { params, query, body }) => {
    const collect = await ctx.rows(collects).find(params.id)
    refuseUnless(collect, 'enviada', 'processada', 'com-erro')
    if (query.as === 'recusa' && !can(ctx.user, 'collects.erro'))
      throw problem('forbidden', 'O seu perfil não registra erros de coletas: peça a quem pode.')
    await refuseOverDay(ctx, collect.client_id, body.length)
    const file = await receiveFile(ctx, query.name, body)
    const reading = await readPaperFile(ctx.config, { user: ctx.user.id }, file)
    if (query.as === 'recibo' && query.sure === '0') await refuseDoubtful(ctx, collect, reading)
    const protocol = query.protocol || null
    const kept = await ctx.transact(async inner => {
      const now = await inner.rows(collects).lock(collect.id)
      refuseUnless(now, 'enviada', 'processada', 'com-erro')
      await takeOfDay(inner, now.client_id, file.size)
      if (query.as === 'recusa') return (await keepRefusal(inner, now, file, reading, protocol)).kept
      await refuseSamePaper(inner, now.id, file, 'recibo')
      return keepPaper(inner, now, file, 'recibo', paperFacts(reading, protocol))
    })
    const message =
      query.as === 'recusa'
        ? 'Erro registrado, com a recusa guardada. Use Retificar para abrir a próxima versão.'
        : storedMessage(reading)
    return new Answer(201, doneAnswer(201, message, kept))
  },
})

/** What came back; that it went is registered where the gate is. */
export const answerOperations = [fail, receipt] as const
