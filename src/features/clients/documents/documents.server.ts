import { isStaff } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { listQuery } from '#kernel/page.ts'
import { problem } from '#kernel/problem.ts'
import { clients } from '#features/clients/clients/clients.ts'
import {
  deleteDocument,
  listClientDocuments,
  listPendingDocuments,
  sendDocument,
} from '#features/clients/documents/api.ts'
import { endingNotice, tellEnding } from '#features/clients/documents/ending.server.ts'
import { countedResult, daily } from '#parts/chore/chore.ts'
import { documents } from '#features/clients/documents/documents.ts'
import { pendingPapersOf } from '#features/clients/documents/pending.server.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import {
  nameWithExtension,
  refuseOverflow,
  refuseReturn,
  refuseTwin,
  takeRoom,
  type FileShelf,
} from '#parts/file/shelf.server.ts'
import { receiveFile } from '#parts/file/store.server.ts'
import { extend } from '#server/extend.ts'
import { Answer, doneAnswer } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const shelf: FileShelf = {
  table: 'documents',
  by: 'client_id',
  of: 'clients',
  client: 'id',
  limit: 2 * 1024 ** 3,
  all: 'Os documentos deste cliente',
  among: 'os documentos do cliente',
}
const store = serve(sendDocument, async (ctx, { id, query, body }) => {
  const { id: client_id, active } = await ctx.rows(clients).find(id)
  if (!active) throw problem('conflict', 'O cliente está inativo: reative antes de enviar documentos.')
  await refuseOverflow(ctx, shelf, client_id, body.length)
  const file = await receiveFile(ctx, query.name, body)
  const made = await ctx.transact(async inner => {
    await refuseTwin(inner, shelf, client_id, file.sha256)
    await takeRoom(inner, shelf, client_id, file.size)
    return inner.rows(documents).create({
      ...file,
      client_id,
      user_id: ctx.user.id,
      document_type_id: query.document_type_id ?? null,
      valid_until: query.valid_until ?? null,
    })
  })
  return new Answer(201, doneAnswer(201, 'Documento guardado com sucesso.', made))
})

const index = serve(listClientDocuments, async (ctx, { id: which, query }) => {
  const { id } = await ctx.rows(clients).find(which)
  const wanted = listQuery(documents, { ...query, 'filter[client_id]': String(id) }, !isStaff(ctx.user))
  if (wanted.pagination) return ctx.rows(documents).page(wanted)
  const data = await ctx.rows(documents).list(wanted)
  return { data, total: data.length }
})

const pending = serve(listPendingDocuments, async (ctx, { id: which }) => {
  const { id } = await ctx.rows(clients).find(which)
  const data = (await pendingPapersOf(ctx, [id], dayIn(new Date()).day)).get(id)
  // Clients the office no longer files for owe no papers.
  if (!data) return { data: [], total: 0, left: true }
  return { data, total: data.length, left: false }
})

const destroy = serve(deleteDocument, async (ctx, { id: which, upload }) => {
  const { id } = await ctx.rows(clients).find(which)
  const { id: document, client_id } = await ctx.rows(documents).find(upload)
  if (client_id !== id) throw problem('missing')
  await ctx.rows(documents).remove(document)
  return doneAnswer(200, 'Arquivo excluído com sucesso.', {})
})

const extension = extend(documents, {
  operations: [store, index, pending, destroy],
  beforeRevive: (row, ctx) => refuseReturn(ctx, shelf, row.client_id, row),
  beforeUpdate: nameWithExtension,
})

export const documentsOnServer: ServerFeature = {
  extensions: [extension],
  notices: [endingNotice],
  chores: [
    {
      name: 'documentos-a-vencer',
      title: 'Documentos a vencer',
      about: 'Avisa quem responde pelo cliente, e o próprio cliente, dos documentos que estão para vencer ou venceram.',
      every: daily,
      run: async (house, { now }) =>
        countedResult(await tellEnding(house, now), 'documento avisado', 'documentos avisados'),
    },
  ],
  files: [{ of: documents, sent: true, passing: true }],
}
