import { CommandFault, exits } from './faults.server.ts'
import { presentConfig, printLine, withDatabase } from './present.server.ts'
import type { Text } from '#kernel/resource.ts'
import { showInstant } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import type { Database } from '#server/database/database.ts'
import { gaveUpMark } from '#server/jobs/queue.ts'
import { pendingMigrations } from '#server/migrate.ts'

const listedJobs = 20

interface JobLine {
  readonly work: string
  readonly state: string
  readonly tries: number
  readonly since: string
}

/** States of pg-boss, as one and as many jobs of each are called. */
const statesInWords: Readonly<Record<string, Pick<Text, 'one' | 'many'>>> = {
  created: { one: 'trabalho espera', many: 'trabalhos esperam' },
  retry: { one: 'trabalho espera para tentar de novo', many: 'trabalhos esperam para tentar de novo' },
  active: { one: 'trabalho em andamento', many: 'trabalhos em andamento' },
  failed: { one: 'trabalho falhou', many: 'trabalhos falharam' },
  cancelled: { one: 'trabalho parou sem terminar', many: 'trabalhos pararam sem terminar' },
}

/** Prints jobs that wait, run, failed or were stopped. */
export async function jobsNow(): Promise<number> {
  const rows = await withDatabase(presentConfig(), async database => {
    await refusePending(database)
    return jobsOf(database)
  })
  for (const [state, words] of Object.entries(statesInWords)) {
    const some = rows.filter(each => each.state === state)
    printLine(count(some.length, { ...words, gender: 'm' }))
    for (const { work, tries, since } of some.slice(0, listedJobs))
      printLine(`  ${work}, desde ${showInstant(since)}${tries > 1 ? `, ${tries} tentativas` : ''}`)
    if (some.length > listedJobs) printLine(`  … e mais ${some.length - listedJobs}`)
  }
  return exits.ok
}

async function jobsOf({ pool }: Database): Promise<readonly JobLine[]> {
  const { rows } = await pool.query<JobLine>(`
    select coalesce(data ->> 'work', name) as work, retry_count as tries,
      coalesce(completed_on, started_on, created_on) as since,
      case when state = 'cancelled' and data ? '${gaveUpMark}' then 'failed' else state::text end as state
    from pgboss.job where state <> 'completed' order by since desc limit 10000`)
  return rows
}

/** A newer program than the server that runs would change the schema below it. */
async function refusePending(database: Database): Promise<void> {
  const pending = await pendingMigrations(database)
  if (pending.length)
    throw new CommandFault(
      exits.busy,
      `Há ${pending.length} migrações por rodar neste banco de dados: inicie o servidor desta versão primeiro. Nada foi mudado.`,
    )
}

/** Prints the migrations that the next start runs. */
export async function migrationsNow(): Promise<number> {
  const pending = await withDatabase(presentConfig(), database => pendingMigrations(database))
  if (!pending.length) printLine('Nenhuma migração por rodar: o banco de dados está em dia com este programa.')
  else {
    printLine('O próximo início roda, nesta ordem:')
    for (const name of pending) printLine(`  ${name}`)
    printLine('Tire uma cópia antes: outorga copiar')
  }
  return exits.ok
}

/** Runs a chore of the server now; without a name, lists them. */
export async function choreNow(name: string | undefined): Promise<number> {
  const config = presentConfig()
  return withDatabase(config, async database => {
    await refusePending(database)
    const { openHouse } = await import('../house.server.ts')
    const { app, house } = await openHouse(config, database)
    try {
      if (name === undefined) {
        for (const chore of house.chores.chores) printLine(`${chore.name.padEnd(16)} ${chore.title}: ${chore.about}`)
        return exits.ok
      }
      if (!house.chores.chores.some(chore => chore.name === name))
        throw new CommandFault(exits.usage, `Não há rotina "${name}". Para ver as que há: outorga faxina`)
      const { title, begin } = await house.chores.ask(database.kysely, name, null)
      begin()
      await house.chores.settled()
      const result = (await house.chores.standing()).find(each => each.name === name)
      if (result?.error) throw new CommandFault(exits.failed, `${title}: ${result.error}`)
      printLine(`${title}: ${result?.said ?? 'feita.'}`)
      return exits.ok
    } finally {
      await app.close()
    }
  })
}
