import { existsSync, readFileSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { CommandFault, exits } from './faults.server.ts'
import { copyKey } from '#parts/copy/settings.server.ts'
import { readKeyBytes } from '#parts/secret/settings.server.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { countServed, reachDatabase } from '#server/database/open.ts'
import { WrongSettings } from '#server/environment.ts'
import { readConfig } from '#settings.server.ts'

export const printLine = (line: string) => process.stdout.write(`${line}\n`)

/** The settings of the installation, as its server reads them. */
export function presentConfig(): Config {
  if (existsSync('.env')) loadEnvFile('.env')
  return readConfig(process.env)
}

/** Does something with the database of the installation, whether its server runs or not. */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await reachDatabase(config).catch((error: unknown) => {
    throw error instanceof WrongSettings
      ? error
      : new CommandFault(exits.unavailable, error instanceof Error ? error.message : String(error), error)
  })
  return work(database).finally(() => database.close())
}

/** Throws while a server of the product uses this database. */
export async function refuseServed(database: Database, why: string): Promise<void> {
  const connections = await countServed(database)
  if (connections)
    throw new CommandFault(
      exits.busy,
      `O Outorga está em uso neste banco de dados (${connections} conexões). ${why} Pare o servidor e rode de novo. Nada foi mudado.`,
    )
}

/** The key of a copy: of the file named, or of the settings. */
export function keyFrom(config: Config, file: string | undefined): Buffer | undefined {
  if (file === undefined) return config.of(copyKey)
  if (!existsSync(file)) throw new CommandFault(exits.noFile, `Não há arquivo de chave em ${file}.`)
  const key = readKeyBytes(readFileSync(file, 'utf8').trim())
  if (key.length !== 32)
    throw new CommandFault(
      exits.settings,
      `A chave em ${file} deve ter 32 bytes, em base64 ou hexadecimal, como os de "openssl rand -base64 32".`,
    )
  return key
}
