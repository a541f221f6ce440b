import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { pile } from '#features/support/incoming-mail/pile.server.ts'
import { readConfig } from '#settings.server.ts'

// A mail server pipes each message to this command. It answers as sysexits.h defines: 0 once the mail is on the disk, else 75,
// which asks the server to store it and try again.

try {
  if (existsSync('.env')) loadEnvFile('.env')
  await pile(readConfig(process.env), process.stdin)
} catch (error) {
  process.stderr.write(`O e-mail não foi guardado: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(75)
}
