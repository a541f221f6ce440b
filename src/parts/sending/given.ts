import * as z from 'zod'
import { fileCalled } from '#parts/file/taken.ts'

/** What Anatel answered to what it refused. */
export const refusalGiven = z.strictObject({
  error: z.string('Copie o que a Anatel respondeu.').trim().min(3, 'Copie o que a Anatel respondeu.').max(2_000),
})

/** A receipt comes with these besides its bytes. */
export const receiptGiven = z.strictObject({
  name: fileCalled,
  protocol: z.string().trim().max(60, 'O protocolo tem até 60 caracteres.').optional(),
  /** What somebody takes it for: a refusal is stored as one, and registered as the error of what was sent. */
  as: z.enum(['recibo', 'recusa']).default('recibo'),
  /** Somebody read what is doubtful of it, and stores it all the same. */
  sure: z.enum(['0', '1']).default('0'),
})
