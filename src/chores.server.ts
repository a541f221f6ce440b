import { count } from '#kernel/text.ts'
import { countedResult, daily, filesGone, hour, rowsGone } from '#parts/chore/chore.ts'
import { measureFolder } from '#parts/file/measure.server.ts'
import { sweepFiles } from '#parts/file/sweep.server.ts'
import { sweepLetters } from '#parts/mail/letters.server.ts'
import type { HealthLine } from '#server/health-line.ts'
import type { Chore, ChoreStatus } from '#server/house.ts'
import { forgetAnswers } from '#server/idempotency.ts'
import { foldCounts } from '#server/rows/counts.ts'

/** The name of the chore that counts the data folder. */
export const folderChore = 'pasta'
const file = { one: 'arquivo', many: 'arquivos', gender: 'm' } as const

const missingDocument = {
  one: 'documento que o banco cita não está',
  many: 'documentos que o banco cita não estão',
  gender: 'm',
} as const
const document = { one: 'documento', many: 'documentos', gender: 'm' } as const

/** What the last count of the data folder came to. */
function documentsLine(figures: ChoreStatus['figures']): HealthLine {
  const link = { to: '/manutencao', label: 'Ver a pasta de dados', needs: 'manutencao.index' }
  if (figures?.missing === undefined)
    return { state: 'neutro', text: 'A pasta de dados ainda não foi conferida: isso acontece uma vez por dia.', link }
  const { missing, documents = 0 } = figures
  return missing
    ? {
        state: 'parado',
        text: `${count(missing, missingDocument)} na pasta de dados. Confira se o disco certo está montado, e restaure-os de uma cópia de segurança.`,
        link,
      }
    : { state: 'ok', text: `${count(documents, document)} na pasta de dados, e nenhum faltando.`, link }
}

/** These chores belong to the product as a whole: they clean its queue, its folder and its stored answers. */
export const ownChores: readonly Chore[] = [
  {
    name: 'respostas',
    title: 'Pedidos repetidos',
    about: 'Esquece, depois de 24 horas, as respostas guardadas para o mesmo pedido enviado duas vezes.',
    every: hour,
    run: async ({ database }) => rowsGone(await forgetAnswers(database.kysely)),
  },
  {
    name: 'fila',
    title: 'Fila de trabalhos',
    about: 'Esquece trabalhos em segundo plano que terminaram há mais de 30 dias.',
    every: hour,
    run: async ({ jobs }) => void (await jobs.queue.sweep()),
  },
  {
    name: 'contagens',
    title: 'Contagens de alterações',
    about: 'Junta as linhas em que cada tabela conta suas alterações: quem grava ao mesmo tempo abre mais uma.',
    every: hour,
    run: async ({ database }) => countedResult(await foldCounts(database.kysely), 'linha juntada', 'linhas juntadas'),
  },
  {
    name: 'lixeira',
    title: 'Lixeira de arquivos',
    about:
      'Move para a lixeira, por 30 dias, arquivos de envios abandonados e de registros esquecidos; devolve os que voltaram a ter registro. O que não reconhece fica onde está.',
    every: hour,
    run: async ({ database, config }, { now, byHand, signal }) => {
      const { binned, returned, removed } = await sweepFiles(
        { config, sql: database.kysely },
        { now, many: byHand, signal },
      )
      const said = [
        binned && `${count(binned, file)} para a lixeira`,
        returned && `${returned} de volta ao lugar`,
        removed && `${removed} da lixeira apagados de vez`,
      ].filter(Boolean)
      return { said: said.length ? `${said.join(', ')}.` : 'Nada a fazer.', figures: { binned, returned, removed } }
    },
  },
  {
    name: folderChore,
    title: 'Conferência da pasta de dados',
    about:
      'Conta o que há na pasta de dados: documentos, lixeira, arquivos em curso, os desconhecidos e os que faltam.',
    every: daily,
    metrics: [
      {
        name: 'documents_missing',
        help: 'Documents that the database names and the data folder lacks, as last counted',
        value: ({ missing }) => missing ?? null,
      },
    ],
    health: { title: 'Documentos', read: ({ figures }) => documentsLine(figures) },
    run: async ({ database, config }, { signal }) => {
      const figures = await measureFolder({ config, sql: database.kysely }, signal)
      const { documents: held, unknown, missing } = figures
      return {
        said: `${count(held, document)}, ${count(unknown, { one: 'desconhecido', many: 'desconhecidos', gender: 'm' })}, ${missing} faltando.`,
        figures,
      }
    },
  },
  {
    name: 'mensagens',
    title: 'Mensagens em arquivo',
    about: 'Apaga, depois de 30 dias, as mensagens gravadas em arquivo por falta de servidor de e-mail: levam links.',
    every: daily,
    run: async ({ config }, { now }) => filesGone(await sweepLetters(config, now)),
  },
]
