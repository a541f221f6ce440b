import { execFileSync, spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process'
import { noPackage, programPath, type Programs } from '#server/database/embedded/programs.ts'

/**
 * Under whose name PostgreSQL's programs run. They refuse root: a product that runs as root starts them in a user namespace of
 * their own, where the files stay root's, or, where namespaces are forbidden, as an unprivileged user of the machine.
 */
export interface Account {
  /** What is put before a program and its arguments. */
  readonly prefix: readonly string[]
  /** The user they run as; null: the one that runs the product. */
  readonly user: SystemUser | null
}
export interface SystemUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

const sameAccount: Account = { prefix: [], user: null }
/** user_namespaces(7); `unshare` is of util-linux. Without a map the process sees itself as the overflow user, which is not root. */
const namespaced: Account = { prefix: ['unshare', '--user', '--'], user: null }

/** The user where no setting names one: every Unix has it. */
export const defaultUser = 'nobody'

/** Throws, in Portuguese, where these programs do not run on this machine at all, or the user named does not exist. */
export function chooseAccount(programs: Programs, named: string | undefined): Account {
  const complaint = complaintOf(sameAccount, programs)
  if (complaint) throw new Error(noPackage(complaint))
  if (process.getuid?.() !== 0) return sameAccount
  if (!named && !complaintOf(namespaced, programs)) return namespaced
  return { prefix: [], user: userNamed(named ?? defaultUser) }
}

/** Why the programs do not run under this account; undefined where they do. */
export function complaintOf(account: Account, programs: Programs): string | undefined {
  const { command, args, options } = commandLine(account, programPath(programs, 'postgres'), ['--version'])
  const { status, error, stderr } = spawnSync(command, args, { ...options, encoding: 'utf8' })
  return status === 0 ? undefined : (error?.message ?? (stderr.trim().split('\n')[0] || `código ${status}`))
}

export function spawnAs(
  account: Account,
  program: string,
  given: readonly string[],
  stdio: StdioOptions,
): ChildProcess {
  const { command, args, options } = commandLine(account, program, given)
  // In a group of its own: Ctrl+C in a terminal would end the engine before the product has drained.
  return spawn(command, args, { ...options, stdio, detached: true })
}

/** Whether this account may read and write this folder, as the system itself judges it. */
export function canUse(account: Account, folder: string): boolean {
  const { command, args, options } = commandLine(account, '/bin/sh', [
    '-c',
    'test -r "$0" -a -w "$0" -a -x "$0"',
    folder,
  ])
  return spawnSync(command, args, options).status === 0
}

function commandLine({ prefix, user }: Account, program: string, given: readonly string[]) {
  const [command = program, ...args] = [...prefix, program, ...given]
  return {
    command,
    args,
    options: {
      // The folder the product was started in may be closed to the account.
      cwd: '/',
      ...(user && { uid: user.uid, gid: user.gid }),
      // PG… variables of the surroundings would be taken for settings of this server.
      env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, TZ: 'UTC', LC_ALL: 'C' },
    },
  }
}

function userNamed(name: string): SystemUser {
  try {
    const [uid, gid] = ['-u', '-g'].map(which => Number(execFileSync('id', [which, '--', name], { stdio: 'pipe' })))
    if (!uid || !gid) throw new Error(`uid ${uid}, gid ${gid}`)
    return { name, uid, gid }
  } catch (cause) {
    throw new Error(
      `O PostgreSQL não roda como root, e o usuário "${name}" não serve para isso nesta máquina. ` +
        'Ponha em OUTORGA_DATABASE_USER um usuário sem privilégios, inicie o Outorga com um, ou use DATABASE_URL.',
      { cause },
    )
  }
}
