import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { openHouse } from './house.server.ts'
import { publicUrl, warningsOf } from '#server/config.ts'
import { readConfig } from '#settings.server.ts'
import { openDatabase } from '#server/database/open.ts'
import { beatFor } from '#server/heartbeat.ts'
import { say } from '#server/log.ts'

/** Draining may take this long before the process ends anyway. */
const drainMs = 9_000

async function start() {
  if (existsSync('.env')) loadEnvFile('.env')
  const config = readConfig(process.env)
  for (const line of warningsOf(config)) say('warn', line)
  const database = await openDatabase(config)
  const { app, notice } = await openHouse(config, database)
  await app.listen({ host: config.HOST, port: config.PORT })

  say('info', `${config.APP_NAME} está em ${publicUrl(config)}`)
  for (const line of notice) say('info', line)

  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), drainMs).unref()
    void app
      .close()
      .then(() => database.close())
      .then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  beatFor(config.LOOP_WATCH_SECONDS, stop)
}

start().catch((error: unknown) => {
  say('error', error instanceof Error ? error.message : String(error))
  process.exit(1)
})
