import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { doneShape } from '#kernel/wire.ts'
import { users } from '#features/people/users/users.ts'

export const copyInvitation = call.put('/users/:id/copiar-convite', {
  id: 'users.copiar-convite',
  summary: 'Copiar o link do convite',
  of: users,
  answer: doneShape(z.object({ url: z.string() })),
})
