import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { count } from '#kernel/text.ts'
import { sweepSignIn } from '#features/auth/sweep.server.ts'
import { collectFiles } from '#features/collects/collects.ts'
import { sweepDrafts } from '#features/collects/drafts.server.ts'
import { remindAwaited } from '#features/collects/month/reminders.server.ts'
import { documents } from '#features/documents/documents.ts'
import { forgetSheets } from '#features/imports/terms.server.ts'
import { imports } from '#features/imports/imports.ts'
import { expireExports } from '#features/jobs/exports.server.ts'
import { exports } from '#features/jobs/jobs.ts'
import { endedAmong, forgetJobs } from '#features/jobs/terms.server.ts'
import { sweepMails } from '#features/mails/mails.server.ts'
import { ticketUploads } from '#features/tickets/tickets.ts'
import { forgetDeleted } from '#features/uploads/uploads.server.ts'
import { measureFolder } from '#parts/file/measure.server.ts'
import { sweepSpools } from '#parts/file/spool.server.ts'
import { sweepFiles } from '#parts/file/sweep.server.ts'
import { sweepLetters } from '#parts/mail/letters.server.ts'
import { tableOf } from '#kernel/resource.ts'
import type { Came, Chore } from '#server/chores/chore.ts'
import { forget } from '#server/chores/forget.ts'
import { forgetAnswers } from '#server/idempotency.ts'

/** Sections whose rows are files people sent. */
export const files = [documents, ticketUploads, collectFiles]
/** Those of them whose deleted rows have a term: what was filed with Anatel has none. */
const passing = [documents, ticketUploads]

const hour = 60
const day = 24 * hour
/** Days. */
const [answers, asked] = [90, 400]

const row = { one: 'linha', many: 'linhas', gender: 'f' } as const
const file = { one: 'arquivo', many: 'arquivos', gender: 'm' } as const
const told = (n: number, one: string, many: string, gender: 'm' | 'f' = 'm'): Came => ({
  said: n ? `${count(n, { one, many, gender })}.` : 'Nada a fazer.',
})
const rowsGone = (n: number) => told(n, 'registro apagado', 'registros apagados')
const filesGone = (n: number) => told(n, 'arquivo apagado', 'arquivos apagados')

/** What the house does by itself. Each may be done twice, or killed half way. */
export const chores: readonly Chore[] = [
  {
    name: 'lembretes',
    title: 'Lembretes de coletas',
    about: 'Pede outra vez, por e-mail e nos dias configurados, as coletas que aguardam o cliente.',
    every: hour,
    run: async (house, { now }) =>
      told(await remindAwaited(house, now), 'coleta pedida de novo', 'coletas pedidas de novo', 'f'),
  },
  {
    name: 'entradas',
    title: 'Entradas e sessões',
    about: 'Esquece sessões encerradas, links de senha vencidos e tentativas de entrada antigas.',
    every: hour,
    run: async ({ database }, { now }) => rowsGone(await sweepSignIn(database.kysely, now)),
  },
  {
    name: 'respostas',
    title: 'Pedidos repetidos',
    about: 'Esquece, depois de 24 horas, as respostas guardadas para o mesmo pedido enviado duas vezes.',
    every: hour,
    run: async ({ database }) => rowsGone(await forgetAnswers(database.kysely)),
  },
  {
    name: 'rascunhos',
    title: 'Rascunhos de coletas',
    about: 'Esquece rascunhos de coletas já encerradas e os que ninguém retomou em 30 dias.',
    every: hour,
    run: async ({ database }) => rowsGone(await sweepDrafts(database.kysely)),
  },
  {
    name: 'correio',
    title: 'E-mails enviados',
    about: 'Esquece os e-mails que saíram, ou de que se desistiu, há mais de 180 dias.',
    every: day,
    run: async ({ database }, { now }) => rowsGone(await sweepMails(database.kysely, now)),
  },
  {
    name: 'fila',
    title: 'Fila de trabalhos',
    about: 'Esquece trabalhos em segundo plano que terminaram há mais de 30 dias.',
    every: hour,
    run: async ({ jobs }) => void (await jobs.queue.sweep()),
  },
  {
    name: 'exportacoes',
    title: 'Arquivos de exportações',
    about: 'Deixa de guardar os arquivos de exportações que passaram do prazo; o registro de quem pediu o quê fica.',
    every: hour,
    run: async ({ database, config }) =>
      told(await expireExports(database.kysely, config), 'arquivo fora do prazo', 'arquivos fora do prazo'),
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
    name: 'pasta',
    title: 'Conferência da pasta de dados',
    about:
      'Conta o que há na pasta de dados: documentos, lixeira, arquivos em curso, os desconhecidos e os que faltam.',
    every: day,
    run: async ({ database, config }, { signal }) => {
      const figures = await measureFolder(
        { config, sql: database.kysely },
        [...files, imports, exports].map(tableOf),
        signal,
      )
      const { documents: held, unknown, missing } = figures
      return {
        said: `${count(held, { one: 'documento', many: 'documentos', gender: 'm' })}, ${count(unknown, { one: 'desconhecido', many: 'desconhecidos', gender: 'm' })}, ${missing} faltando.`,
        figures,
      }
    },
  },
  {
    name: 'em-curso',
    title: 'Arquivos em curso',
    about: 'Apaga o que trabalhos encerrados deixaram pela metade há mais de uma semana.',
    every: day,
    run: async ({ database, config }) =>
      filesGone(await sweepSpools(config, jobs => endedAmong(database.kysely, jobs))),
  },
  {
    name: 'mensagens',
    title: 'Mensagens em arquivo',
    about: 'Apaga, depois de 30 dias, as mensagens gravadas em arquivo por falta de servidor de e-mail: levam links.',
    every: day,
    run: async ({ config }, { now }) => filesGone(await sweepLetters(config, now)),
  },
  {
    name: 'importacoes',
    title: 'Linhas de importações',
    about: 'Esquece as linhas e o arquivo das importações que passaram do prazo; o que gravaram fica.',
    every: day,
    run: async ({ database, config }, { signal }) => {
      const { rows, files: gone } = await forgetSheets(database.kysely, config, signal)
      return { said: rows || gone ? `${count(rows, row)} e ${count(gone, file)}.` : 'Nada a fazer.' }
    },
  },
  {
    name: 'pedidos',
    title: 'Exportações e importações antigas',
    about: 'Esquece, depois de dois anos, exportações e importações já sem arquivo; o histórico fica.',
    every: day,
    run: async ({ database }) => rowsGone(await forgetJobs(database.kysely, randomUUID())),
  },
  {
    name: 'excluidos',
    title: 'Arquivos excluídos',
    about:
      'Esquece de vez documentos e anexos excluídos que passaram do prazo. O que foi enviado à Anatel e o histórico ficam para sempre.',
    every: day,
    run: async ({ database, config }) => rowsGone(await forgetDeleted(database.kysely, config, passing, randomUUID())),
  },
  {
    name: 'consultas',
    title: 'Consultas de CNPJ e CEP',
    about: `Esquece o que os serviços de fora responderam há mais de ${answers} dias.`,
    every: day,
    run: async ({ database }, { signal }) =>
      rowsGone(
        await forget(database.kysely, 'registry_answers', sql`at < now() - ${answers} * interval '1 day'`, signal),
      ),
  },
  {
    name: 'pedidos-de-coleta',
    title: 'Dias em que se pediu uma coleta',
    about: `Esquece em que dias cada cliente foi lembrado, passados ${asked} dias.`,
    every: day,
    run: async ({ database }, { signal }) =>
      rowsGone(await forget(database.kysely, 'collect_reminders', sql`day < current_date - ${asked}::integer`, signal)),
  },
]
