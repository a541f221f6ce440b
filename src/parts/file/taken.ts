import * as z from 'zod'
import { fileLimit } from '#parts/file/file.ts'

/** What somebody calls the file they send. */
export const fileCalled = z.string('Informe o nome do arquivo.').trim().min(1).max(255)

/** A body that is a file: the browser sends a Blob, and the handler gets its bytes. */
export const fileBytes = z.unknown().transform((given, context): Uint8Array<ArrayBuffer> => {
  if (given instanceof Uint8Array && given.buffer instanceof ArrayBuffer)
    return new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
  context.addIssue('Envie o arquivo no corpo do pedido.')
  return z.NEVER
})

const isStream = (given: unknown): given is AsyncIterable<Uint8Array> =>
  typeof given === 'object' && given !== null && Symbol.asyncIterator in given
/** A body that is a file too large to be in memory: the browser sends a Blob, and the handler reads its bytes as they come. */
export const fileStream = z.unknown().transform((given, context): AsyncIterable<Uint8Array> => {
  if (isStream(given)) return given
  context.addIssue('Envie o arquivo no corpo do pedido.')
  return z.NEVER
})

/** How a call takes a file that is stored: its bytes reach the disk before the row is written, outside of any transaction. */
export const sendsFile = {
  transaction: 'own',
  media: ['application/octet-stream'],
  limit: fileLimit,
  body: fileBytes,
} as const
