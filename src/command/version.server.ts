import { existsSync, readFileSync } from 'node:fs'
import { exits } from './faults.server.ts'
import { printLine } from './present.server.ts'
import { migrationsFolder, readMigrations, releaseOf } from '#server/migrate.ts'

/** What the build wrote beside the program: the commit it was made of. */
function commitOf(): string {
  const file = new URL('build.json', import.meta.url)
  const said: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  return typeof said === 'object' && said && 'commit' in said ? String(said.commit) : 'das fontes'
}

/** Prints what somebody who helps from afar wants to know first. */
export function versionNow(): number {
  printLine(`Outorga ${releaseOf() ?? 'sem versão'} (commit ${commitOf()})`)
  printLine(`Última migração: ${readMigrations(migrationsFolder()).at(-1)?.name}`)
  printLine(`Node ${process.version}, ${process.platform} ${process.arch}`)
  return exits.ok
}
