// Writes the migration that the declarations still ask for: `npm run migration`, or `npm run migration -- its-name`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { features } from '#features/index.ts'
import type { AnyResource } from '#kernel/resource.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { migrate, migrationsFolder, readMigrations } from '#server/migrate.ts'
import { besides, brief, machinery, scanned } from './exceptions.ts'
import { missing, undeclared } from './missing.ts'
import { lackingReads } from './reads.ts'
import { readSchema, tablesOf } from './schema.ts'

/**
 * The statements that bring the database to the declarations; none when it is there. Throws an Error, in Portuguese, that says
 * all that was found where any of it would have to be guessed.
 */
export async function statementsFor(database: Database, resources: readonly AnyResource[]): Promise<readonly string[]> {
  const found = await readSchema(database)
  const wanted = resources.flatMap(tablesOf)
  const lacking = missing(found, wanted, scanned)
  const tables = new Set(wanted.map(({ name }) => name))
  const over = [
    ...undeclared(found, wanted).filter(column => !besides[column]),
    ...[...found.columns.keys()].filter(table => !tables.has(table) && !machinery[table]),
  ]
  const questions = [
    ...over.map(name => `${name} não está em nenhuma declaração: mudou de nome, ou deve deixar de existir?`),
    ...lacking.flatMap(({ asks }) => (asks ? [`${asks}.`] : [])),
  ]
  const sql = [...lacking.map(each => each.sql), ...(await lackingReads(database, resources, brief))]
  if (questions.length)
    throw new Error(
      [
        'Nada foi escrito, porque seria preciso adivinhar:',
        ...questions.map(line => `  - ${line}`),
        ...(sql.length ? ['Escreva a migração à mão; o que falta para as declarações é:', ...sql] : []),
      ].join('\n'),
    )
  return sql
}

/** '0054-holidays.sql'. */
function nextName(folder: string, name: string): string {
  const last = readMigrations(folder).at(-1)?.name.slice(0, 4)
  return `${String(Number(last ?? 0) + 1).padStart(4, '0')}-${name}.sql`
}

/** A migration is called by the first table it makes or changes, unless told otherwise. */
const nameOf = (sql: readonly string[]) => (/ table (\w+)/.exec(sql.join('\n'))?.[1] ?? 'indexes').replaceAll('_', '-')

async function write(name?: string) {
  const place = mkdtempSync(join(tmpdir(), 'outorga-migration-'))
  const database = await openDatabase({ OUTORGA_DATA_DIR: place, DATABASE_URL: undefined })
  try {
    await migrate(database)
    const sql = await statementsFor(database, features)
    if (!sql.length) return console.log('Nada a escrever: as tabelas são as das declarações.')
    const file = join(migrationsFolder(), nextName(migrationsFolder(), name ?? nameOf(sql)))
    writeFileSync(file, `${sql.join('\n')}\n`)
    console.log(
      `Escrita ${file}. Leia, diga na primeira linha por que, e acrescente as linhas com que a tabela começa.`,
    )
  } finally {
    await database.close()
    rmSync(place, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename)
  await write(process.argv[2]).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
