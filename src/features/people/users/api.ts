import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, doneShape, listShape } from '#kernel/wire.ts'
import { users } from '#features/people/users/users.ts'

export const copyInvitation = call.put('/users/:id/copiar-convite', {
  id: 'users.copiar-convite',
  summary: 'Copiar o link do convite',
  of: users,
  proof: 'any',
  answer: doneShape(z.object({ url: z.string() })),
})

/** A live session of somebody, as others see it; moments in ISO 8601. */
const deviceSeen = z.object({
  uuid: z.string(),
  agent: z.string(),
  ip: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  /** It renewed its access within the life of one. */
  using: z.boolean(),
})
export type DeviceSeen = z.infer<typeof deviceSeen>

/** When somebody signs in, and from where. Of who may do more than the reader, no device is answered. */
export const readUserAccess = call.get('/users/:id/acessos', {
  id: 'users.acessos',
  summary: 'Ver quando a pessoa entrou e em que aparelhos está',
  of: users,
  staffOnly: true,
  answer: dataShape(
    z.object({
      /** Null where they have not signed in yet. */
      last_sign_in: z.string().nullable(),
      /** Of a live session. */
      last_used_at: z.string().nullable(),
      has_password: z.boolean(),
      /** Null where the reader may not see them. */
      devices: listShape(deviceSeen).nullable(),
    }),
  ),
})
