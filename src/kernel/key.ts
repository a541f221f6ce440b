import * as z from 'zod'
import { problem } from '#kernel/problem.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isKey = (key: string) => /^\d{1,15}$/.test(key) || uuid.test(key)

/** A key in the address: the numeric id or the uuid. Anything else is a row that does not exist. */
export const rowKey = z
  .string()
  .meta({ description: 'Código ou uuid' })
  .transform(given => {
    if (!isKey(given)) throw problem('missing')
    return given
  })
