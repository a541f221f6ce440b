import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { day } from '#kernel/schema.ts'
import { dataShape, doneShape } from '#kernel/wire.ts'

/** The newest day of news the user read of. */
const newsMark = z.object({ read_until: z.string() })

export const readNewsMark = call.get('/users/me/novidades', {
  id: 'users.me.novidades',
  summary: 'Ver até quando as novidades foram lidas',
  of: 'self',
  access: 'session',
  answer: dataShape(newsMark),
})

export const storeNewsMark = call.put('/users/me/novidades', {
  id: 'users.me.novidades.update',
  summary: 'Guardar até quando as novidades foram lidas',
  of: 'self',
  access: 'session',
  audit: null,
  body: z.strictObject({ read_until: day }),
  answer: doneShape(newsMark),
})
