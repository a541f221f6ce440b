import { webhookEndpoints } from '#features/platform/webhooks/endpoints.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import { owners, sees, type MatrixCase, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { Principal, World } from '#test/support/world.ts'

/** Of webhooks of the super-admin, one for each company: who sees one and does not own it is refused. */
const ownCases =
  (act: string, status: number, body?: (world: World) => Promise<unknown>) =>
  async (world: World, who: Principal): Promise<readonly MatrixCase[]> =>
    Promise.all(
      owners.map(async owner => ({
        about: owner,
        url: `webhook-endpoints/${(await world.make(webhookEndpoints, owner)).uuid}/${act}`,
        ...(body && { body: await body(world) }),
        status: !sees(who, owner) ? 404 : who === 'superAdmin' ? status : 403,
      })),
    )

export const webhooksMatrix: MatrixCases = {
  'changes.index': () => [
    { about: 'from now on', url: 'changes', status: 200 },
    { about: 'what is no place', url: 'changes?since=agora', status: 422 },
    { about: 'a section that is not there', url: 'changes?resource=nada', status: 422 },
  ],
  'webhook-endpoints.eventos': () => [{ about: 'what may happen', url: 'webhook-endpoints/eventos', status: 200 }],
  // The installation of the test has no key for secrets, and without a secret nothing goes.
  'webhook-endpoints.segredo': ownCases('segredo', 409),
  'webhook-endpoints.teste': ownCases('teste', 409),
  'webhook-endpoints.repetir': ownCases('repetir', 409, async world => ({
    delivery: (await world.make(integrationQueues, 'A1')).uuid,
  })),
}
