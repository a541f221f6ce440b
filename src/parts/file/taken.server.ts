import * as z from 'zod'
import { fileLimit } from '#parts/file/file.ts'

/** A body that is a file, as it is. */
export const fileBody = z.instanceof(Buffer, { error: 'Envie o arquivo no corpo do pedido.' })

/** An operation that stores a file writes its bytes to disk before the row, with no transaction open meanwhile. */
export const takesFile = {
  transaction: 'own',
  media: ['application/octet-stream'],
  limit: fileLimit,
  body: fileBody,
} as const
