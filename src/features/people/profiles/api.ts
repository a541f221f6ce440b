import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, doneShape, listShape, rowShape } from '#kernel/wire.ts'
import { profiles } from '#features/people/profiles/profiles.ts'
import { roleSection } from '#features/people/profiles/schema.ts'

export const listPermissions = call.get('/profiles/permissions', {
  id: 'profiles.permissions',
  summary: 'Ver tudo o que um perfil pode ter',
  of: 'none',
  answer: dataShape(listShape(roleSection)),
})

export const decidePermissions = call.put('/profiles/:id/permissoes-novas', {
  id: 'profiles.decidir',
  summary: 'Decidir sobre as permissões que novas versões trouxeram: dar algumas, ou nenhuma',
  of: profiles,
  body: z.strictObject({ roles: z.array(z.string().max(100)).max(2_000) }),
  answer: doneShape(rowShape(profiles)),
})
