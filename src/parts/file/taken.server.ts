import * as z from 'zod'
import { fileLimit } from '#parts/file/file.ts'

/** An operation that stores a file writes its bytes to disk before the row, with no transaction open meanwhile. */
export const takesFile = {
  transaction: 'own',
  media: ['application/octet-stream'],
  limit: fileLimit,
  body: z.instanceof(Buffer, { error: 'Envie o arquivo no corpo do pedido.' }),
} as const
