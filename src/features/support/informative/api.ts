import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, doneShape, listShape } from '#kernel/wire.ts'
import { informative } from '#features/support/informative/informative.ts'

const ownReading = z.object({
  meant: z.boolean(),
  read_at: z.string().nullable(),
  acknowledged_at: z.string().nullable(),
})
/** What the reader did of the reading of a piece of news, as it is now. */
export type OwnReading = z.infer<typeof ownReading>

export const readOwnReading = call.get('/users/me/informativos/:id/leitura', {
  id: 'users.me.informativos.leitura',
  summary: 'Ver se um informativo é para si, e se já foi lido',
  of: 'self',
  access: 'session',
  answer: dataShape(ownReading),
})

export const acknowledgeNews = call.put('/users/me/informativos/:id/ciente', {
  id: 'users.me.informativos.ciente',
  summary: 'Confirmar a leitura de um informativo: li e estou ciente',
  of: 'self',
  writes: [informative],
  access: 'session',
  audit: null,
  answer: doneShape(z.object({ acknowledged_at: z.string() })),
})

const choosable = z.object({ id: z.int(), name: z.string() })
export type Choosable = z.infer<typeof choosable>

export const listNewsAudiences = call.get('/users/me/informativos/publicos', {
  id: 'users.me.informativos.publicos',
  summary: 'Ver os perfis e os tipos de cliente a que um informativo pode ser dirigido',
  of: 'self',
  access: 'session',
  answer: dataShape(z.object({ profiles: listShape(choosable), client_types: listShape(choosable) })),
})

const listedReader = z.object({
  id: z.int(),
  name: z.string(),
  profile: z.string(),
  read_at: z.string().nullable(),
  acknowledged_at: z.string().nullable(),
})
export type ListedReader = z.infer<typeof listedReader>

export const listNewsReaders = call.get('/informative/:id/leituras', {
  id: 'informative.leituras',
  summary: 'Ver quem leu um informativo, e quem falta',
  of: informative,
  // It names people of every client the news is for.
  staffOnly: true,
  rate: 'heavy',
  answer: dataShape(
    z.object({
      meant: z.int(),
      read: z.int(),
      acknowledged: z.int(),
      /** People whom the user may not see. */
      unknown: z.int(),
      /** People past those that are listed. */
      left_off: z.int(),
      people: listShape(listedReader),
    }),
  ),
})

export const remindReaders = call.post('/informative/:id/lembrar', {
  id: 'informative.lembrar',
  summary: 'Lembrar quem ainda não confirmou a leitura',
  of: informative,
  rate: 'heavy',
  answer: doneShape(z.object({ reminded: z.int() })),
})
