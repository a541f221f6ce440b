import * as z from 'zod'
import { doneJson, rowJson } from '#kernel/json.ts'
import { collectFiles, collects, type Collect } from '#features/collects/coleta/collects.ts'
import { tellRefused } from '#features/collects/coleta/told.server.ts'
import { keepReceipt, move, refuseUnless } from '#features/collects/files/filing.server.ts'
import { refuseOverDay, takeOfDay } from '#parts/file/day.server.ts'
import { receiveFile } from '#parts/file/store.server.ts'
import { takesFile } from '#parts/file/taken.server.ts'
import { receiptGiven, refusalGiven } from '#parts/sending/given.server.ts'
import { key } from '#server/crud.ts'
import { Answer, done, operation } from '#server/operation.ts'

const common = { access: 'permission', scope: collects, params: z.object({ id: key }), rate: 'write' } as const

const answer = (said: string, collect: Collect & { readonly version: number }) =>
  new Answer(200, done(200, said, collect), { ETag: `"${collect.version}"` })

const fail = operation<{ id: string }, unknown, z.infer<typeof refusalGiven>>({
  ...common,
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
  ...common,
  id: 'collects.recibo',
  summary: 'Guardar o recibo que a Anatel deu',
  method: 'POST',
  url: '/api/v1/collects/:id/recibo',
  audit: 'collect-files.store',
  ...takesFile,
  query: receiptGiven,
  answers: { 201: doneJson(rowJson(collectFiles)) },
  handle: async (ctx, { params, query, body }) => {
    const collect = await ctx.rows(collects).find(params.id, [])
    refuseUnless(collect, 'enviada', 'processada', 'com-erro')
    await refuseOverDay(ctx, collect.client_id, body.length)
    const file = await receiveFile(ctx, query.name, body)
    const kept = await ctx.transact(async inner => {
      const now = await inner.rows(collects).lock(collect.id)
      refuseUnless(now, 'enviada', 'processada', 'com-erro')
      await takeOfDay(inner, now.client_id, file.size)
      return keepReceipt(inner, now, file, query.protocol || null)
    })
    return new Answer(201, done(201, 'Recibo guardado com sucesso.', kept))
  },
})

/** What came back; that it went is registered where the gate is. */
export const answerOperations = [fail, receipt] as const
