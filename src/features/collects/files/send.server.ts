import * as z from 'zod'
import { doneJson, rowJson } from '#kernel/json.ts'
import { problem } from '#kernel/problem.ts'
import { collectFiles, collects, type Collect } from '#features/collects/coleta/collects.ts'
import { fileOf } from '#features/collects/files/written.server.ts'
import { stepOf, steps, type Step } from '#features/collects/coleta/steps.ts'
import { keepFile, receiveFile } from '#parts/file/store.server.ts'
import { takesFile } from '#parts/file/taken.server.ts'
import { receiptGiven, refusalGiven } from '#parts/sending/given.server.ts'
import { statusOf } from '#parts/status/status.server.ts'
import { key, versionIn } from '#server/crud.ts'
import { Answer, done, operation, type Ctx } from '#server/operation.ts'

const common = { access: 'permission', scope: collects, params: z.object({ id: key }), rate: 'write' } as const

function refuseUnless(collect: Pick<Collect, 'status'>, ...of: readonly Step[]) {
  const step = stepOf(collect.status)
  if (of.includes(step)) return
  const named = of.map(each => steps[each].name.toLowerCase()).join(' ou ')
  throw problem('conflict', `A coleta está ${steps[step].name.toLowerCase()}: para isto, precisa estar ${named}.`)
}

const answer = (said: string, collect: Collect & { readonly version: number }) =>
  new Answer(200, done(200, said, collect), { ETag: `"${collect.version}"` })

const send = operation<{ id: string }>({
  ...common,
  id: 'collects.enviar',
  summary: 'Registrar o envio da coleta à Anatel, guardando o arquivo',
  method: 'PUT',
  url: '/api/v1/collects/:id/enviar',
  audit: 'collects.enviar',
  // The bytes reach the disk before the row is written, and hold no transaction meanwhile.
  transaction: 'own',
  answers: { 200: doneJson(rowJson(collects)) },
  handle: async (ctx, { params }) => {
    const collect = await ctx.rows(collects).find(params.id)
    refuseUnless(collect, 'finalizado')
    const given = versionIn(ctx)
    if (given !== undefined && given !== collect.version) throw problem('stale', { data: { current: collect } })
    const written = await fileOf(ctx, collect)
    const sha256 = written && (await keepFile(ctx, written.bytes))
    const sent = await ctx.transact(async inner => {
      // Whoever changed it meanwhile is told: what is kept is what is sent.
      const row = await move(inner, collect, 'enviada', 'enviar')
      if (written && sha256)
        await inner.rows(collectFiles).create({
          name: written.name,
          ext: 'csv',
          size: written.bytes.length,
          sha256,
          user_id: ctx.user.id,
          collect_id: collect.id,
          kind: 'arquivo',
          edition: collect.edition,
          rows: written.rows,
          accesses: written.accesses,
        })
      return row
    })
    return answer('Envio registrado, com o arquivo guardado.', sent)
  },
})

const move = async (
  ctx: Ctx,
  collect: Pick<Collect, 'id'> & { readonly version: number },
  step: Step,
  event: string,
  error: string | null = null,
) =>
  ctx
    .rows(collects)
    .update(collect.id, { status_id: await statusOf(ctx, 'Collect', step), error }, collect.version, event)

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
    const collect = await ctx.rows(collects).find(params.id, [])
    refuseUnless(collect, 'enviada', 'processada')
    return answer(
      'Erro registrado. Use Retificar para abrir a próxima versão.',
      await move(ctx, collect, 'com-erro', 'erro', body.error),
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
    const file = await receiveFile(ctx, query.name, body)
    const kept = await ctx.transact(inner =>
      inner.rows(collectFiles).create({
        ...file,
        user_id: ctx.user.id,
        collect_id: collect.id,
        kind: 'recibo',
        edition: collect.edition,
        protocol: query.protocol || null,
      }),
    )
    return new Answer(201, done(201, 'Recibo guardado com sucesso.', kept))
  },
})

export const sendOperations = [send, fail, receipt] as const
