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
  proof: 'any',
  body: z.strictObject({ roles: z.array(z.string().max(100)).max(2_000) }),
  answer: doneShape(rowShape(profiles)),
})

const demand = z.object({
  /** Days in which users of the profile register a second factor; null: none is demanded. */
  days: z.int().nullable(),
  since: z.string().nullable(),
  people: z.int(),
  /** How many of them have none. */
  without: z.int(),
})
export const readDemand = call.get('/profiles/:id/segundo-fator', {
  id: 'profiles.segundo-fator',
  summary: 'Ver se um perfil exige o segundo fator, e quem não o tem',
  of: profiles,
  answer: dataShape(demand),
})
export const saveDemand = call.put('/profiles/:id/segundo-fator', {
  id: 'profiles.segundo-fator.update',
  summary: 'Exigir, ou não, o segundo fator de quem tem um perfil',
  of: profiles,
  proof: 'any',
  body: z.strictObject({
    days: z.int('Informe um número inteiro de dias.').min(0, 'De 0 a 90 dias.').max(90, 'De 0 a 90 dias.').nullable(),
  }),
  answer: doneShape(demand),
})
