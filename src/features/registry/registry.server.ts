import { sql } from 'kysely'
import type { ServerFeature } from '#features/feature.server.ts'
import { lookUpOperations } from '#features/registry/look-up.server.ts'
import { syncOperation } from '#features/registry/sync.server.ts'
import { daily, rowsGone } from '#parts/chore/chore.ts'
import { forget } from '#server/chores/forget.ts'

/** Days an answer is kept. */
const kept = 90

export const registryOnServer: ServerFeature = {
  operations: () => [...lookUpOperations, syncOperation],
  chores: [
    {
      name: 'consultas',
      title: 'Consultas de CNPJ, CEP e lugares',
      about: `Esquece o que os serviços de fora responderam há mais de ${kept} dias.`,
      every: daily,
      run: async ({ database }, { signal }) =>
        rowsGone(
          await forget(database.kysely, 'registry_answers', sql`at < now() - ${kept} * interval '1 day'`, signal),
        ),
    },
  ],
}
