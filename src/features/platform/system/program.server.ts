import { sql } from 'kysely'
import { showInstant } from '#kernel/show.ts'
import { count, join } from '#kernel/text.ts'
import { buildOf } from '#server/build.ts'
import { nodeWarning, settingWarnings } from '#server/config.ts'
import { peersOn, type Peer } from '#server/database/peers.ts'
import type { HealthCheck } from '#server/health.ts'
import { migrationsFolder, readMigrations } from '#server/migrate.ts'

/** The newest migration that this program knows; files do not change below a process. */
let newestMigration: string | undefined
const newestKnown = () => (newestMigration ??= readMigrations(migrationsFolder()).at(-1)?.name ?? '')

export const versionHealth: HealthCheck = {
  key: 'versao',
  title: 'Versão',
  read: async ({ ctx }) => {
    const { version, commit } = buildOf()
    const { rows } = await sql<{ name: string; applied_at: string; release: string | null }>`
      select name, applied_at, release from migrations order by name desc limit 1`.execute(ctx.sql)
    const [last] = rows
    const program = `Outorga ${version ?? 'sem versão'} (${commit === null ? 'das fontes' : `commit ${commit}`})`
    if (!last) return { state: 'parado', text: `${program}. O banco de dados não tem esquema.` }
    const schema = `Esquema ${last.name.slice(0, 4)}, de ${showInstant(last.applied_at)}`
    return last.name > newestKnown()
      ? {
          state: 'atencao',
          text: `${program}. ${schema}, de um programa mais novo${last.release ? ` (${last.release})` : ''}: termine de atualizar este servidor.`,
        }
      : { state: 'ok', text: `${program}. ${schema}.` }
  },
}

export const nodeHealth: HealthCheck = {
  key: 'node',
  title: 'Node',
  read: async () => {
    const warning = nodeWarning(process.versions.node)
    return warning === null
      ? { state: 'ok', text: `Node ${process.versions.node}, que recebe correções de segurança.` }
      : { state: 'atencao', text: warning }
  },
}

/** What a setting makes impossible ends the start: here are those that are allowed and hardly intended. */
export const settingsHealth: HealthCheck = {
  key: 'configuracoes',
  title: 'Configurações do servidor',
  read: async ({ house: { config } }) => {
    const warnings = settingWarnings(config)
    return warnings.length
      ? { state: 'atencao', text: warnings.join(' ') }
      : { state: 'ok', text: 'Todas valem: com uma que não vale o servidor nem inicia, e diz qual é.' }
  },
}

const roles: Readonly<Record<string, string>> = {
  all: 'atende e faz o trabalho de fundo',
  web: 'atende',
  jobs: 'faz o trabalho de fundo',
}
const running = { one: 'processo', many: 'processos', gender: 'm' } as const
const describe = ({ host, role, version }: Peer) => `${host} (${roles[role] ?? role}, ${version})`

export const processesHealth: HealthCheck = {
  key: 'processos',
  title: 'Processos',
  read: async ({ ctx }) => {
    const peers = await peersOn(ctx.sql)
    // A process connects again within a second; an older release does not name itself.
    if (!peers.length) return { state: 'neutro', text: 'Nenhum processo se apresentou ao banco de dados ainda.' }
    const listed = `${count(peers.length, running)} neste banco de dados: ${join(peers.map(describe))}.`
    if (!peers.some(({ role }) => role !== 'web'))
      return {
        state: 'parado',
        text: `${listed} Nenhum faz trabalhos, e-mails e rotinas: inicie um com OUTORGA_ROLE=jobs, ou all.`,
      }
    return new Set(peers.map(({ version }) => version)).size > 1
      ? { state: 'atencao', text: `${listed} São versões diferentes: termine de atualizar.` }
      : { state: 'ok', text: listed }
  },
}
