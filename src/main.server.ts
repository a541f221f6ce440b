import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { openHouse } from './house.server.ts'
import { publicUrl, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'

/** Draining may take this long before the process ends anyway. */
const drainMs = 9_000

async function start() {
  if (existsSync('.env')) loadEnvFile('.env')
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  const { app, notice } = await openHouse(config, database)
  await app.listen({ host: config.HOST, port: config.PORT })

  console.log(`${config.APP_NAME} está em ${publicUrl(config)}`)
  for (const line of notice) console.log(line)

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
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
