import { once } from 'node:events'
import { randomBytes, randomUUID } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { spawnAs } from '#server/database/embedded/account.ts'
import type { Home } from '#server/database/embedded/home.ts'
import { packagedMajor, programPath } from '#server/database/embedded/programs.ts'

/** A cluster of PostgreSQL, as `initdb` makes it, and the password of its superuser. */
export interface Cluster {
  readonly folder: string
  readonly password: string
}
/** The superuser and the database of the packaged PostgreSQL: what `initdb` makes. */
export const superuser = 'postgres'

/** In the cluster's own folder, so that a copy of it has its password. */
const passwordFile = 'outorga.password'

/**
 * The cluster in this home, made if there is none: it grows under another name and is renamed when whole and on disk, so an
 * interrupted first start leaves nothing that looks like a database. Anything else found in its place is refused, never wiped.
 */
export async function prepareCluster(home: Home): Promise<Cluster> {
  const folder = join(home.folder, 'cluster')
  if (!existsSync(folder) || readdirSync(folder).length === 0) await makeCluster(home, folder)
  const version = contentOf(folder, 'PG_VERSION')
  if (version === undefined) throw new Error(damaged(folder, 'faltam arquivos do banco'))
  if (version !== packagedMajor)
    throw new Error(damaged(folder, `é do PostgreSQL ${version}, e este Outorga traz o ${packagedMajor}`))
  const password = contentOf(folder, passwordFile)
  if (!password) throw new Error(damaged(folder, `falta o arquivo ${passwordFile}`))
  return { folder, password }
}

export const damaged = (folder: string, why: string) =>
  `O banco embutido em ${folder} não pôde ser aberto (${why}). Nada foi apagado: ` +
  (/No space left/.test(why)
    ? 'libere espaço em disco e inicie de novo.'
    : 'guarde uma cópia dessa pasta e restaure o último backup.')

async function makeCluster(home: Home, folder: string): Promise<void> {
  // A name of its own: what a start that was killed left running writes, and cleans, under another.
  const nursery = `${folder}.new-${randomUUID()}`
  const secret = `${nursery}.password`
  writeFileSync(secret, randomBytes(32).toString('base64url'), { mode: 0o600 })
  const { user } = home.account
  if (user) chownSync(secret, user.uid, user.gid)
  await runInitdb(home, nursery, secret)
  renameSync(secret, join(nursery, passwordFile))
  forceToDisk(join(nursery, passwordFile))
  renameSync(nursery, folder)
  forceToDisk(home.folder)
  for (const name of readdirSync(home.folder).filter(each => each.startsWith('cluster.new-')))
    rmSync(join(home.folder, name), { recursive: true, force: true, maxRetries: 20 })
}

/**
 * Text is compared and folded by PostgreSQL's own `C.UTF-8`, the same on every system; names are sorted by a collation of their
 * own. Pages carry checksums. Connections show the password even on a socket; a random one of 256 bits gains nothing from being
 * hashed 4,096 times at each.
 */
const initdbOptions =
  '--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 --data-checksums --auth=scram-sha-256 --no-instructions -c scram_iterations=1'

async function runInitdb({ programs, account }: Home, nursery: string, secret: string): Promise<void> {
  const child = spawnAs(
    account,
    programPath(programs, 'initdb'),
    ['--pgdata', nursery, '--username', superuser, '--pwfile', secret, ...initdbOptions.split(' ')],
    ['ignore', 'ignore', 'pipe'],
  )
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`O banco embutido não pôde ser criado: ${complaint.trim() || code}`)
}

function contentOf(folder: string, name: string): string | undefined {
  const path = join(folder, name)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

function forceToDisk(path: string): void {
  // Windows opens no folder; its file system writes a rename to its own log.
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
