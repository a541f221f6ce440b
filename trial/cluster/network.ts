import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'

/** A machine of its own as its network goes: a namespace on a bridge. Its disk is a folder. */
export interface Host {
  readonly name: string
  readonly address: string
  readonly folder: string
  /** Starts a program there; what it prints is in a file of the folder. `user` is a user of this machine. */
  start(log: string, command: readonly string[], how?: StartOptions): ChildProcess
  /** Its processes whose command line has this word. */
  processes(word: string): readonly number[]
  /** Kills them, without a goodbye to anyone, and waits until they are gone; all of them unless a word is given. */
  kill(word?: string): Promise<void>
  /** Pulls the cable: nothing arrives any more, and nobody is informed. */
  cut(): void
  plugIn(): void
}

interface StartOptions {
  readonly user?: string
  readonly env?: Readonly<Record<string, string>>
}

const ip = (...args: readonly string[]) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'inherit'] }).toString()

/** A switch with this process on it, at 10.0.0.254. Inside namespaces of the trial alone: see `scripts/trial.mjs`. */
export function openNetwork(folder: string) {
  // `ip netns` writes its names here, for the whole machine.
  mkdirSync('/run/netns', { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', 'none', '/run/netns'])
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', 'switch', 'type', 'bridge')
  ip('address', 'add', '10.0.0.254/24', 'dev', 'switch')
  ip('link', 'set', 'switch', 'up')
  return { addHost: (name: string, address: string) => addHost(folder, name, address) }
}

function addHost(place: string, name: string, address: string): Host {
  const folder = join(place, name)
  mkdirSync(folder)
  ip('netns', 'add', name)
  ip('link', 'add', `to-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  ip('link', 'set', `to-${name}`, 'master', 'switch', 'up')
  ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0')
  for (const device of ['lo', 'eth0']) ip('-n', name, 'link', 'set', device, 'up')

  const processes = (word: string) =>
    ip('netns', 'pids', name)
      .split('\n')
      .filter(line => line !== '')
      .map(Number)
      .filter(pid => commandOf(pid).includes(word))
  return {
    name,
    address,
    folder,
    processes,
    start: (log, command, { user, env = {} } = {}) => {
      const asUser = user ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : []
      const out = openSync(join(folder, `${log}.log`), 'a')
      return spawn('ip', ['netns', 'exec', name, ...asUser, ...command], {
        stdio: ['ignore', out, out],
        env: { ...process.env, ...env },
      })
    },
    kill: async (word = '') => {
      // Who is forked meanwhile is killed in the next round.
      for (let pids = processes(word); pids.length; pids = processes(word)) {
        for (const pid of pids) {
          try {
            process.kill(pid, 'SIGKILL')
          } catch {
            // It is gone already.
          }
        }
        await after(20)
      }
    },
    cut: () => void ip('link', 'set', `to-${name}`, 'down'),
    plugIn: () => void ip('link', 'set', `to-${name}`, 'up'),
  }
}

/** Empty where it has ended, and of one that ended and was not yet waited for. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
