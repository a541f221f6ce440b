import { can } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { tellRefused } from '#features/regulatory/collects/coleta/told.server.ts'
import { recordCollectError, storeCollectReceipt } from '#features/regulatory/collects/files/api.ts'
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
import { storedMessage, paperFacts, readPaperFile } from '#parts/receipt/paper.server.ts'
import { Answer, doneAnswer } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const errorRoute = serve(recordCollectError, async (ctx, { id, body }) => {
  const collect = await ctx.rows(collects).lock(id)
  refuseUnless(collect, 'enviada', 'processada')
  await move(ctx, collect, 'com-erro', 'erro', body.error)
  await tellRefused(ctx, collect)
  const updated = await ctx.rows(collects).find(collect.id)
  const message = 'Erro registrado. Use Retificar para abrir a próxima versão.'
  return new Answer(200, doneAnswer(200, message, updated), { ETag: `"${updated.version}"` })
})

const receiptRoute = serve(storeCollectReceipt, async (ctx, { id, query, body }) => {
  const collect = await ctx.rows(collects).find(id)
  refuseUnless(collect, 'enviada', 'processada', 'com-erro')
  if (query.as === 'recusa' && !can(ctx.user, recordCollectError.id))
    throw problem('forbidden', 'O seu perfil não registra erros de coletas: peça a quem pode.')
  await refuseOverDay(ctx, collect.client_id, body.length)
  const file = await receiveFile(ctx, query.name, body)
  const reading = await readPaperFile(ctx.config, { user: ctx.user.id }, file)
  if (query.as === 'recibo' && query.sure === '0') await refuseDoubtful(ctx, collect, reading)
  const protocol = query.protocol || null
  const stored = await ctx.transact(async inner => {
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
  return new Answer(201, doneAnswer(201, message, stored))
})

/** What came back; that it went is registered where the gate is. */
export const answerOperations = [errorRoute, receiptRoute] as const
