import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import { startOf } from '#server/database/embedded/lock.ts'

/**
 * Ways to end a server and the milliseconds each is given: "fast" writes what is in memory to the tables, "immediate" leaves that to
 * the next start, and the last ends a process that answers nothing (PostgreSQL, "Shutting Down the Server").
 */
const ends: readonly (readonly [signal: NodeJS.Signals, patience: number])[] = [
  ['SIGINT', 5_000],
  ['SIGQUIT', 2_000],
  ['SIGKILL', 2_000],
]

export async function endProcess(pid: number): Promise<void> {
  for (const [signal, patience] of ends) {
    if (!sendSignal(pid, signal)) return
    for (const until = performance.now() + patience; performance.now() < until; await after(10))
      if (!isRunning(pid)) return
  }
}

/** Whether this process is the server of the cluster in this folder: a number alone may be another program's by now. */
export function isPostmasterOf(pid: number, folder: string): boolean {
  return pid > 0 && isRunning(pid) && commandOf(pid).includes(folder)
}

/** One that ended and waits for its parent to notice does not run. */
const isRunning = (pid: number) => sendSignal(pid, 0) && startOf(pid) !== 'dead'

/** Its command line, in parts. */
function commandOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return partsOf(pid)
  }
}

/** For systems without /proc: `-D` and what follows it until the first setting. */
function partsOf(pid: number): readonly string[] {
  try {
    const line = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
    return [/ -D (.*?) -c /.exec(line)?.[1] ?? '']
  } catch {
    return []
  }
}

/** False where there is no such process. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
