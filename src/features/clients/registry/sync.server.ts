import { problem } from '#kernel/problem.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { activitiesAfter, partnersAfter } from '#parts/company/partners.ts'
import { syncPartners } from '#features/clients/registry/api.ts'
import { lookUpCompany } from '#features/clients/registry/look-up.server.ts'
import { versionIn } from '#server/crud.ts'
import { Answer, doneAnswer } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

export const syncRoute = serve(syncPartners, async (ctx, input) => {
  const { id, document } = await ctx.rows(clients).find(input.id)
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
  return new Answer(200, doneAnswer(200, 'Sócios e atividades sincronizados com a Receita.', updated), {
    ETag: `"${updated.version}"`,
  })
})
