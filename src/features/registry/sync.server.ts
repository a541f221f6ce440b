import * as z from 'zod'
import { doneJson, rowJson } from '#kernel/json.ts'
import { problem } from '#kernel/problem.ts'
import { clients } from '#features/clients/clients.ts'
import { activitiesAfter, partnersAfter } from '#parts/company/partners.ts'
import { lookUpCompany } from '#features/registry/look-up.server.ts'
import { key, versionIn } from '#server/crud.ts'
import { Answer, done, operation } from '#server/operation.ts'

export const syncOperation = operation<{ id: string }>({
  id: 'clients.sincronizar-socios-e-atividades',
  summary: 'Trazer os sócios e as atividades da Receita Federal',
  method: 'PUT',
  url: '/api/v1/clients/:id/sincronizar-socios-e-atividades',
  access: 'permission',
  scope: clients,
  rate: 'heavy',
  audit: 'clients.update',
  // Another house is asked meanwhile.
  transaction: 'own',
  params: z.object({ id: key }),
  answers: { 200: doneJson(rowJson(clients)) },
  handle: async (ctx, { params }) => {
    const { id, document } = await ctx.rows(clients).find(params.id)
    if (document.length !== 14)
      throw problem('conflict', 'O cliente está cadastrado com CPF: só de um CNPJ há sócios e atividades na Receita.')
    const { answer } = await lookUpCompany(ctx, document, id)
    const updated = await ctx.transact(async inner => {
      const { client_partners, activities } = await inner.rows(clients).lock(id)
      const draft = {
        client_partners: partnersAfter(client_partners, answer.partners),
        activities: activitiesAfter(activities, answer.activities),
      }
      return inner.rows(clients).update(id, draft, versionIn(ctx))
    })
    return new Answer(200, done(200, 'Sócios e atividades sincronizados com a Receita.', updated), {
      ETag: `"${updated.version}"`,
    })
  },
})
