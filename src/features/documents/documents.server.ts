import * as z from 'zod'
import { isStaff } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { boolean, doneJson, integer, list, maybe, pageJson, rowJson, shape, string } from '#kernel/json.ts'
import { listQuery } from '#kernel/page.ts'
import { problem } from '#kernel/problem.ts'
import { day } from '#kernel/schema.ts'
import { clients } from '#features/clients/clients.ts'
import { endingNotice, tellEnding } from '#features/documents/ending.server.ts'
import { countTold, daily } from '#parts/chore/chore.ts'
import { documents } from '#features/documents/documents.ts'
import { pendingStates } from '#features/documents/pending.ts'
import { pendingPapersOf } from '#features/documents/pending.server.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import {
  keptName,
  refuseOverflow,
  refuseReturn,
  refuseTwin,
  takeRoom,
  type FileShelf,
} from '#parts/file/shelf.server.ts'
import { receiveFile } from '#parts/file/store.server.ts'
import { takesFile } from '#parts/file/taken.server.ts'
import { key } from '#server/crud.ts'
import { extend } from '#server/extend.ts'
import { Answer, done, operation } from '#server/operation.ts'

const shelf: FileShelf = {
  table: 'documents',
  by: 'client_id',
  of: 'clients',
  client: 'id',
  limit: 2 * 1024 ** 3,
  all: 'Os documentos deste cliente',
  among: 'os documentos do cliente',
}
const ofClient = { access: 'permission', scope: clients, params: z.object({ id: key }) } as const

const told = z.strictObject({
  name: z.string('Informe o nome do arquivo.').trim().min(1, 'Informe o nome do arquivo.').max(255),
  document_type_id: z.coerce.number('Escolha um tipo da lista.').int().positive().optional(),
  valid_until: day.optional(),
})

const store = operation<{ id: string }, z.infer<typeof told>, Buffer>({
  ...ofClient,
  id: 'clients.documents.store',
  summary: 'Enviar um documento do cliente',
  method: 'POST',
  url: '/api/v1/clients/:id/documents',
  rate: 'write',
  audit: 'documents.store',
  ...takesFile,
  query: told,
  answers: { 201: doneJson(rowJson(documents)) },
  handle: async (ctx, { params, query, body }) => {
    const { id: client_id, active } = await ctx.rows(clients).find(params.id)
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
    return new Answer(201, done(201, 'Documento guardado com sucesso.', made))
  },
})

const index = operation<{ id: string }, Record<string, unknown>>({
  ...ofClient,
  id: 'clients.documents',
  summary: 'Ver os documentos do cliente',
  method: 'GET',
  url: '/api/v1/clients/:id/documents',
  rate: 'read',
  audit: null,
  lists: documents,
  answers: { 200: pageJson(rowJson(documents, { withLines: false })) },
  handle: async (ctx, { params, query }) => {
    const { id } = await ctx.rows(clients).find(params.id)
    const wanted = listQuery(documents, { ...query, 'filter[client_id]': String(id) }, !isStaff(ctx.user))
    if (wanted.pagination) return ctx.rows(documents).page(wanted)
    const data = await ctx.rows(documents).list(wanted)
    return { data, total: data.length }
  },
})

const pending = operation<{ id: string }>({
  ...ofClient,
  id: 'clients.pending-documents',
  summary: 'Ver o que falta, venceu ou está para vencer dos documentos do cliente',
  method: 'GET',
  url: '/api/v1/clients/:id/pending-documents',
  rate: 'read',
  audit: null,
  answers: {
    200: shape({
      data: list(
        shape({
          document_type: shape({ id: integer, uuid: string, name: string }),
          state: { ...string, enum: Object.keys(pendingStates) },
          valid_until: maybe(string),
        }),
      ),
      total: integer,
      left: boolean,
    }),
  },
  handle: async (ctx, { params }) => {
    const { id } = await ctx.rows(clients).find(params.id)
    const data = (await pendingPapersOf(ctx, [id], dayIn(new Date()).day)).get(id)
    // Of whoever the house files for no longer no papers are asked.
    if (!data) return { data: [], total: 0, left: true }
    return { data, total: data.length, left: false }
  },
})

const destroy = operation<{ id: string; upload: string }>({
  ...ofClient,
  params: z.object({ id: key, upload: key }),
  id: 'clients.uploads.destroy',
  summary: 'Excluir um arquivo do cliente',
  method: 'DELETE',
  url: '/api/v1/clients/:id/uploads/:upload',
  rate: 'write',
  audit: 'documents.destroy',
  answers: { 200: doneJson(shape({})) },
  handle: async (ctx, { params }) => {
    const { id } = await ctx.rows(clients).find(params.id)
    const { id: document, client_id } = await ctx.rows(documents).find(params.upload)
    if (client_id !== id) throw problem('missing')
    await ctx.rows(documents).remove(document)
    return done(200, 'Arquivo excluído com sucesso.', {})
  },
})

const extension = extend(documents, {
  operations: [store, index, pending, destroy],
  beforeRevive: (row, ctx) => refuseReturn(ctx, shelf, row.client_id, row),
  beforeUpdate: keptName,
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
        countTold(await tellEnding(house, now), 'documento avisado', 'documentos avisados'),
    },
  ],
  files: [{ of: documents, sent: true, passing: true }],
}
