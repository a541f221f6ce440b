import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape } from '#kernel/wire.ts'

/** Where the directory sends the browser back to: a screen, and the address registered at the directory. */
export const directoryReturn = '/account/directory'

/** The extension grant (RFC 6749, 4.5) of `POST /oauth/token`: `ticket`, and as `answer` the query the directory sent back. */
export const directoryGrant = 'urn:outorga:grant-type:directory'

export const beginDirectorySignIn = call.post('/entrar-pelo-diretorio', {
  id: 'auth.directory',
  summary: 'Começar a entrar pelo diretório da empresa',
  of: 'none',
  access: 'public',
  rate: 'auth',
  transaction: 'own',
  answer: dataShape(
    z.object({
      /** Where the browser goes next, at the directory. */
      url: z.string(),
      /** Goes with what the directory answers, once, from this browser. */
      ticket: z.string(),
    }),
  ),
})
