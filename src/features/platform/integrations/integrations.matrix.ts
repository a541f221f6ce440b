import { integrationQueues } from '#parts/integration/queues.ts'
import { owners, sees, type MatrixCases } from '#test/support/matrix/cases.ts'

export const integrationsMatrix: MatrixCases = {
  'integration-queues.resumo': () => [{ about: 'those of theirs', url: 'integration-queues/resumo', status: 200 }],
  'integration-queues.reprocessar-varios': async (world, who) =>
    Promise.all(
      owners.map(async owner => ({
        about: owner,
        url: 'integration-queues/reprocessar',
        body: { ids: [(await world.make(integrationQueues, owner)).uuid] },
        status: sees(who, owner) ? 200 : 404,
        after: world.runner.settled,
      })),
    ),
  'integrations.index': () => [{ about: 'every house', url: 'integrations', status: 200 }],
  'integration-meta.update': () => [
    {
      about: 'a field that is not there',
      url: 'integration-meta',
      body: { integration_id: 1, meta_id: 999_999, value: 'nome' },
      status: 404,
    },
  ],
}
