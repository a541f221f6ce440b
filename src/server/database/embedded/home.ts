import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { canUse, chooseAccount, complaintOf, type Account, type SystemUser } from '#server/database/embedded/account.ts'
import { copyPrograms, linkLibraries, packagedPrograms, type Programs } from '#server/database/embedded/programs.ts'

/** Where programs and databases of an unprivileged user are put when it cannot reach the product's own folders. */
const reachable = '/var/lib/outorga'
/** The number of `nobody`, to whom a database may belong that was made while namespaces were forbidden. */
const nobodyId = 65_534

export interface Home {
  /** The folder of the database, no link. */
  readonly folder: string
  readonly programs: Programs
  readonly account: Account
}

/**
 * Finds the programs, the account they run under, and a folder that account can use: `path`, made if it is not there, or the one
 * it is a link to. `user`: a name of the system's, for a product that runs as root. Throws, in Portuguese, where one is missing.
 */
export function prepareHome(path: string, user: string | undefined, report: (line: string) => void): Home {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const packaged = packagedPrograms()
  const linked = linkLibraries(packaged) ? packaged : copyPrograms(packaged, join(path, 'programs'))
  const account = chooseAccount(linked, user)
  const folder = ownFolder(path, account)
  if (lstatSync(path).isSymbolicLink())
    report(
      `O banco fica em ${folder}: o usuário com que o PostgreSQL roda não chegava à pasta de dados quando ele foi criado. ` +
        'Quem copia a pasta de dados precisa copiar essa também.',
    )
  const programs = complaintOf(account, linked) === undefined ? linked : copyPrograms(packaged, reachable)
  return { folder, programs, account }
}

/** Hands the folder to the account. Throws where it is somebody else's. */
function ownFolder(path: string, account: Account): string {
  const folder = realpathSync(path)
  const uid = process.getuid?.()
  if (uid === undefined) return folder
  const owner = statSync(folder).uid
  const wanted = account.user?.uid ?? uid
  const known = uid === 0 ? [0, nobodyId, wanted] : [uid]
  if (!known.includes(owner))
    throw new Error(
      `A pasta do banco, ${folder}, é do usuário de número ${owner}, e o Outorga roda com o de número ${uid}. ` +
        'Nada foi mudado: inicie o Outorga com o dono da pasta, ou entregue a pasta a quem o inicia (chown -R).',
    )
  if (owner !== wanted) handOver(folder, wanted, account.user?.gid ?? process.getgid?.() ?? 0)
  return account.user ? reachFolder(path, folder, account, account.user) : folder
}

/** Opens what leads to the folder, as little as is needed; where that is not enough, `path` becomes a link to one in `reachable`. */
function reachFolder(path: string, folder: string, account: Account, user: SystemUser): string {
  if (canUse(account, folder)) return folder
  const data = dirname(folder)
  const before = statSync(data)
  // The data folder is the product's own: members of that group may pass through it, and not list it.
  chownSync(data, before.uid, user.gid)
  chmodSync(data, 0o710)
  if (canUse(account, folder)) return folder
  chownSync(data, before.uid, before.gid)
  chmodSync(data, before.mode & 0o7777)
  if (readdirSync(folder).length)
    throw new Error(
      `O banco está em ${folder}, onde o usuário "${user.name}" não chega, e o PostgreSQL não roda como root. Nada foi ` +
        'mudado: mova a pasta de dados para onde ele chegue e aponte OUTORGA_DATA_DIR para ela.',
    )
  const place = join(reachable, randomUUID())
  mkdirSync(reachable, { recursive: true, mode: 0o711 })
  mkdirSync(place, { mode: 0o700 })
  chownSync(place, user.uid, user.gid)
  rmdirSync(path)
  symlinkSync(place, path)
  return place
}

function handOver(folder: string, uid: number, gid: number): void {
  lchownSync(folder, uid, gid)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) handOver(path, uid, gid)
    else lchownSync(path, uid, gid)
  }
}
