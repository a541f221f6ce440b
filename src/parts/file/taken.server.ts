import * as z from 'zod'
import { fileLimit } from '#parts/file/file.ts'

/** A body that is a file, as it is. */
export const fileBody = z.instanceof(Buffer, { error: 'Envie o arquivo no corpo do pedido.' })

/** How an operation takes a file that is kept: its bytes reach the disk before the row is written, and hold no transaction meanwhile. */
export const takesFile = {
  transaction: 'own',
  media: ['application/octet-stream'],
  limit: fileLimit,
  body: fileBody,
} as const
