import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import type * as House from './house.server.ts'
import { publicUrl, warningsOf, type Config } from '#server/config.ts'
import { readConfig } from '#settings.server.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { WrongSettings, wrongSettingsCode } from '#server/environment.ts'
import { beatFor } from '#server/heartbeat.ts'
import { say } from '#server/log.ts'

async function start() {
  if (existsSync('.env')) loadEnvFile('.env')
  const config = readConfig(process.env)
  for (const line of warningsOf(config, process.versions.node)) say('warn', line)
  // The database starts, or answers, while the rest of the program is loaded.
  const opening = openDatabase(config)
  const house = import('./house.server.ts')
  const database = await opening
  const { app, notice } = await openServer(config, database, house)

  say('info', `${config.APP_NAME} está em ${publicUrl(config)}`)
  for (const line of notice) say('info', line)

  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), config.DRAIN_SECONDS * 1_000).unref()
    void app
      .close()
      .then(() => database.close())
      .then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  beatFor({ watch: config.LOOP_WATCH_SECONDS, drain: config.DRAIN_SECONDS }, stop)
}

/** The server, listening. Where it cannot start, its database is closed with it: a packaged PostgreSQL would go on alone. */
async function openServer(config: Config, database: Database, house: Promise<typeof House>) {
  try {
    const { openHouse } = await house
    const opened = await openHouse(config, database, { migrated: reportMigration })
    await opened.app.listen({ host: config.HOST, port: config.PORT })
    return opened
  } catch (error) {
    await database.close()
    throw error
  }
}

const reportMigration = (name: string, milliseconds: number) =>
  say('info', `Migração ${name}: ${Math.round(milliseconds)} ms`)

start().catch((error: unknown) => {
  say('error', error instanceof Error ? error.message : String(error))
  process.exit(error instanceof WrongSettings ? wrongSettingsCode : 1)
})
