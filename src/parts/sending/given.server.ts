import * as z from 'zod'
import { fileCalled } from '#parts/file/taken.server.ts'

/** What Anatel answered to what it refused. */
export const refusalGiven = z.strictObject({
  error: z.string('Copie o que a Anatel respondeu.').trim().min(3, 'Copie o que a Anatel respondeu.').max(2_000),
})

/** What is told of a receipt beside its bytes. */
export const receiptGiven = z.strictObject({
  name: fileCalled,
  protocol: z.string().trim().max(60, 'O protocolo tem até 60 caracteres.').optional(),
})
