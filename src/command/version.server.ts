import { exits } from './faults.server.ts'
import { printLine } from './present.server.ts'
import { buildOf } from '#server/build.ts'
import { migrationsFolder, readMigrations } from '#server/migrate.ts'

/** Prints what somebody who helps from afar wants to know first. */
export function versionNow(): number {
  const { version, commit, node } = buildOf()
  printLine(`Outorga ${version ?? 'sem versão'} (commit ${commit ?? 'das fontes'})`)
  printLine(`Última migração: ${readMigrations(migrationsFolder()).at(-1)?.name}`)
  printLine(`Node v${node}, ${process.platform} ${process.arch}`)
  return exits.ok
}
