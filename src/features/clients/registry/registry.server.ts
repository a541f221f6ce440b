import { sql } from 'kysely'
import type { ServerFeature } from '#features/feature.server.ts'
import { lookUpRoutes } from '#features/clients/registry/look-up.server.ts'
import { cepUrl, cnpjFallbackUrl, cnpjUrl } from '#features/clients/registry/settings.server.ts'
import { syncRoute } from '#features/clients/registry/sync.server.ts'
import { daily, rowsGone } from '#parts/chore/chore.ts'
import { forget } from '#server/chores/forget.ts'
import type { Config, Setting } from '#server/config.ts'

/** Days for which an answer is stored. */
const answerDays = 90

const off = (setting: Setting<string | null>, what: string) => (config: Config) =>
  config.of(setting) ? null : `${what} está desligada: informe o endereço em ${setting.name}.`

export const registryOnServer: ServerFeature = {
  integrations: [
    { key: 'cnpja', lacking: off(cnpjUrl, 'A consulta de CNPJ') },
    { key: 'brasilapi', lacking: off(cnpjFallbackUrl, 'A segunda consulta de CNPJ') },
    { key: 'viacep', lacking: off(cepUrl, 'A consulta de CEP') },
  ],
  operations: () => [...lookUpRoutes, syncRoute],
  chores: [
    {
      name: 'consultas',
      title: 'Consultas de CNPJ, CEP e lugares',
      about: `Esquece o que os serviços de fora responderam há mais de ${answerDays} dias.`,
      every: daily,
      run: async ({ database }, { signal }) =>
        rowsGone(
          await forget(database.kysely, 'registry_answers', sql`at < now() - ${answerDays} * interval '1 day'`, signal),
        ),
    },
  ],
}
