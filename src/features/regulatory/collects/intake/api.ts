import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, doneShape, listedRowShape, valueShape } from '#kernel/wire.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import type { Preview } from '#features/regulatory/collects/intake/intake.ts'
import { fileBytes } from '#parts/file/taken.ts'
import { tableLimits } from '#parts/table/table.ts'

/** A form has the file and instructions, or a body the file alone. */
const sendsAccesses = {
  rate: 'heavy',
  // Reading and judging a long file must not hold a transaction.
  transaction: 'own',
  media: ['multipart/form-data', 'text/csv', 'application/octet-stream'],
  limit: tableLimits.bytes + 4 * 1024 * 1024,
  body: fileBytes,
} as const

export const previewAccesses = call.post('/collects/:id/preview', {
  ...sendsAccesses,
  id: 'collects.preview',
  summary: 'Conferir um arquivo de acessos, sem gravar nada',
  of: collects,
  audit: null,
  answer: dataShape(valueShape<Preview>({ type: 'object', additionalProperties: true })),
})

export const storeAccesses = call.post('/collects/:id/upload', {
  ...sendsAccesses,
  id: 'collects.upload',
  summary: 'Trocar os acessos da coleta pelos do arquivo, ou somar estes a eles',
  of: collects,
  audit: 'collects.update',
  query: z.strictObject({
    refused: z.enum(['skip'], 'Informe `skip` para deixar de fora as linhas recusadas.').optional(),
  }),
  answer: doneShape(listedRowShape(collects)),
})
