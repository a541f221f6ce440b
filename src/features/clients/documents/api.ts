import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { day } from '#kernel/schema.ts'
import { doneShape, listedRowShape, listShape, noData, pageShape, rowShape } from '#kernel/wire.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { documents } from '#features/clients/documents/documents.ts'
import { sendsFile } from '#parts/file/taken.ts'
import { pendingDocument } from '#features/clients/documents/schema.ts'

export const sendDocument = call.post('/clients/:id/documents', {
  ...sendsFile,
  id: 'clients.documents.store',
  summary: 'Enviar um documento do cliente',
  of: clients,
  writes: [documents],
  audit: 'documents.store',
  query: z.strictObject({
    name: z.string('Informe o nome do arquivo.').trim().min(1, 'Informe o nome do arquivo.').max(255),
    document_type_id: z.coerce.number<number>('Escolha um tipo da lista.').int().positive().optional(),
    valid_until: day.optional(),
  }),
  status: 201,
  answer: doneShape(rowShape(documents)),
})

export const listClientDocuments = call.get('/clients/:id/documents', {
  id: 'clients.documents',
  summary: 'Ver os documentos do cliente',
  of: clients,
  lists: documents,
  answer: pageShape(listedRowShape(documents)),
})

export const listPendingDocuments = call.get('/clients/:id/pending-documents', {
  id: 'clients.pending-documents',
  summary: 'Ver o que falta, venceu ou está para vencer dos documentos do cliente',
  of: clients,
  /** `left`: the client has no fistel in use, and no document is required of it. */
  answer: z.object({ data: listShape(pendingDocument), total: z.int(), left: z.boolean() }),
})

export const deleteDocument = call.delete('/clients/:id/uploads/:upload', {
  id: 'clients.uploads.destroy',
  summary: 'Excluir um arquivo do cliente',
  of: clients,
  writes: [documents],
  audit: 'documents.destroy',
  answer: doneShape(noData),
})
