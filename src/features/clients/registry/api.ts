import { call } from '#kernel/call.ts'
import { doneShape, rowShape } from '#kernel/wire.ts'
import { clients } from '#features/clients/clients/clients.ts'

export const syncPartners = call.put('/clients/:id/sincronizar-socios-e-atividades', {
  id: 'clients.sincronizar-socios-e-atividades',
  summary: 'Trazer os sócios e as atividades da Receita Federal',
  of: clients,
  rate: 'heavy',
  audit: 'clients.update',
  // Another service is called meanwhile.
  transaction: 'own',
  answer: doneShape(rowShape(clients)),
})
