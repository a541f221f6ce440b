import { randomUUID } from 'node:crypto'
import type { ServerFeature } from '#features/feature.server.ts'
import { features } from '#features/index.ts'
import { expireExports, exportsOf } from '#features/platform/exports/exports.server.ts'
import { exports } from '#features/platform/exports/jobs.ts'
import { endedAmong, forgetJobs } from '#features/platform/exports/terms.server.ts'
import { daily, filesGone, hour, rowsGone, countedResult } from '#parts/chore/chore.ts'
import { workEnded } from '#parts/progress/told.server.ts'
import { sweepSpools } from '#parts/file/spool.server.ts'

const exporting = exportsOf(() => features)

export const jobsOnServer: ServerFeature = {
  extensions: [exporting.extension],
  works: exporting.works,
  notices: [workEnded],
  files: [{ of: exports }],
  chores: [
    {
      name: 'exportacoes',
      title: 'Arquivos de exportações',
      about: 'Deixa de guardar os arquivos de exportações que passaram do prazo; o registro de quem pediu o quê fica.',
      every: hour,
      run: async ({ database, config }) =>
        countedResult(await expireExports(database.kysely, config), 'arquivo fora do prazo', 'arquivos fora do prazo'),
    },
    {
      name: 'em-curso',
      title: 'Arquivos em curso',
      about: 'Apaga o que trabalhos encerrados deixaram pela metade há mais de uma semana.',
      every: daily,
      run: async ({ database, config }) =>
        filesGone(await sweepSpools(config, jobs => endedAmong(database.kysely, jobs))),
    },
    {
      name: 'pedidos',
      title: 'Exportações e importações antigas',
      about:
        'Esquece, depois de dois anos, exportações e importações já sem arquivo, e atos em lote; o histórico fica.',
      every: daily,
      run: async ({ database }) => rowsGone(await forgetJobs(database.kysely, randomUUID())),
    },
  ],
}
