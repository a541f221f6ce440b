import { problem } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { loading } from '#features/platform/imports/anatel/anatel-load.server.ts'
import { anatelRoutes } from '#features/platform/imports/anatel/anatel.server.ts'
import { changeRoutes } from '#features/platform/imports/change.server.ts'
import { imports } from '#features/platform/imports/section/imports.ts'
import { isGoing } from '#parts/progress/progress.ts'
import { readRoutes } from '#features/platform/imports/look.server.ts'
import { sendRoute } from '#features/platform/imports/send.server.ts'
import { providersUrl } from '#features/platform/imports/section/settings.server.ts'
import { forgetSheets } from '#features/platform/imports/terms.server.ts'
import { importing } from '#features/platform/imports/writing/work.server.ts'
import { daily } from '#parts/chore/chore.ts'
import { extend } from '#server/extend.ts'

const extension = extend(imports, {
  operations: [sendRoute, ...readRoutes, ...changeRoutes],
  beforeRemove: row => {
    if (isGoing(row)) throw problem('conflict', 'A importação está em andamento: cancele antes de excluir.')
  },
})

export const importsOnServer: ServerFeature = {
  extensions: [extension],
  operations: () => anatelRoutes,
  works: [importing, loading],
  integrations: [
    {
      key: 'anatel',
      lacking: config =>
        config.of(providersUrl)
          ? null
          : `O arquivo é enviado à mão: para buscá-lo, informe o endereço em ${providersUrl.name}.`,
    },
  ],
  files: [{ of: imports }],
  chores: [
    {
      name: 'importacoes',
      title: 'Linhas de importações',
      about: 'Esquece as linhas e o arquivo das importações que passaram do prazo; o que gravaram fica.',
      every: daily,
      run: async ({ database, config }, { signal }) => {
        const { rows, files } = await forgetSheets(database.kysely, config, signal)
        return { said: rows || files ? `${count(rows, row)} e ${count(files, file)}.` : 'Nada a fazer.' }
      },
    },
  ],
}
const row = { one: 'linha', many: 'linhas', gender: 'f' } as const
const file = { one: 'arquivo', many: 'arquivos', gender: 'm' } as const
