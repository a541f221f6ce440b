import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DurableFiles, forceToDisk, openEngine } from '#server/database/embedded/durable.ts'

/** The engine's PostgreSQL: a store of another one cannot be read. */
const version = '18'

/**
 * Makes the store if there is none. It grows under another name and is renamed when whole and on disk, so an interrupted
 * first start leaves nothing that looks like a database. Anything else found in its place is refused, never wiped.
 */
export async function prepareStore(directory: string): Promise<void> {
  if (isEmpty(directory)) return makeStore(directory)
  const marker = join(directory, 'PG_VERSION')
  if (!existsSync(marker)) throw new Error(damaged(directory, 'faltam arquivos do banco'))
  const found = readFileSync(marker, 'utf8').trim()
  if (found !== version) throw new Error(damaged(directory, `versão ${found || 'desconhecida'}, esperada ${version}`))
}

export const damaged = (directory: string, why: string) =>
  `O banco embutido em ${directory} não pôde ser aberto (${why}). Nada foi apagado: ` +
  'guarde uma cópia dessa pasta e restaure o último backup.'

async function makeStore(directory: string): Promise<void> {
  const nursery = `${directory}.new`
  rmSync(nursery, { recursive: true, force: true })
  const engine = await openEngine(new DurableFiles(nursery), () => true)
  await engine.close()
  chmodSync(nursery, 0o700)
  forceTree(nursery)
  renameSync(nursery, directory)
  forceToDisk(dirname(directory))
}

const isEmpty = (directory: string) => !existsSync(directory) || readdirSync(directory).length === 0

function forceTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) forceTree(path)
    else forceToDisk(path)
  }
  forceToDisk(directory)
}
