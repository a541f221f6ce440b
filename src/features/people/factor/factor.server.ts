import type { Auth } from '#features/people/auth/setup.server.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { demandRoutes } from '#features/people/factor/demand.server.ts'
import { ownFactorRoutes } from '#features/people/factor/own.server.ts'
import { proofRoutes } from '#features/people/factor/proof.server.ts'
import { registerRoutes } from '#features/people/factor/register.server.ts'
import { sweepFactors } from '#features/people/factor/sweep.server.ts'
import { hour, rowsGone } from '#parts/chore/chore.ts'
import type { AnyOperation } from '#server/operation.ts'

/** Every route of second factors and of proofs of who one is. */
export const factorOperations = (auth: Auth): readonly AnyOperation[] => [
  ...proofRoutes(auth),
  ...ownFactorRoutes(auth),
  ...registerRoutes(auth),
]

export const factorsOnServer = (auth: Auth): ServerFeature => ({
  operations: () => [...factorOperations(auth), ...demandRoutes(auth)],
  mails: { seguranca: async () => ({}) },
  chores: [
    {
      name: 'segundos-fatores',
      title: 'Segundos fatores',
      about: 'Esquece confirmações e cadastros começados e não terminados, e aparelhos que ninguém usa mais.',
      every: hour,
      run: async ({ database }, { now }) => rowsGone(await sweepFactors(database.kysely, now)),
    },
  ],
})
