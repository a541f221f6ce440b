import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'

/** Who holds the store. A pid comes back after a while or a reboot, so the moment its process started goes with it. */
interface StoreHolder {
  readonly pid: number
  readonly started: string
  readonly token: string
}

export interface Lock {
  release(): void
}

/**
 * Takes the store for this process, by a file beside it. Never taken from a living process, this one included: two on one
 * store ruin it. What a dead process left behind is taken over, by one process only however many try at once.
 */
export function lockStore(path: string): Lock {
  const mine: StoreHolder = { pid: process.pid, started: startOf(process.pid) ?? '', token: randomUUID() }
  take(path, mine)
  return {
    release: () => {
      if (readHolder(path)?.token === mine.token) rmSync(path, { force: true })
    },
  }
}

/** The process that has the store; undefined where none that lives has it. */
export function livingHolder(path: string): number | undefined {
  const holder = readHolder(path)
  return holder && isAlive(holder) ? holder.pid : undefined
}

function take(path: string, mine: StoreHolder): void {
  const draft = `${path}.${process.pid}.${randomUUID()}`
  write(draft, mine)
  try {
    while (!linked(draft, path)) {
      const holder = readHolder(path)
      if (!holder) continue
      if (isAlive(holder)) throw new Error(takenMessage(path, holder))
      replaceDead(path, holder, mine)
      return
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** A lock named after the dead holder lets one process alone replace it; by then another may have done so already. */
function replaceDead(path: string, dead: StoreHolder, mine: StoreHolder): void {
  const turn = `${path}.${dead.token}`
  take(turn, mine)
  try {
    if (readHolder(path)?.token === dead.token) {
      const draft = `${turn}.new`
      write(draft, mine)
      renameSync(draft, path)
      return
    }
  } finally {
    rmSync(turn, { force: true })
  }
  take(path, mine)
}

/** False when the name exists already: the link is made whole or not at all. */
function linked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function write(path: string, holder: StoreHolder): void {
  const file = openSync(path, 'w', 0o600)
  writeSync(file, JSON.stringify(holder))
  fsyncSync(file)
  closeSync(file)
}

/** Undefined when the file is gone. A file without its holder, after a power loss say, has no living one. */
function readHolder(path: string): StoreHolder | undefined {
  try {
    const { pid, started, token }: Partial<StoreHolder> = parsed(readFileSync(path, 'utf8'))
    return { pid: pid ?? 0, started: started ?? '', token: token ?? 'sem-dono' }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function parsed(text: string): Partial<StoreHolder> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function isAlive({ pid, started }: StoreHolder): boolean {
  if (pid <= 0 || !isRunning(pid)) return false
  const now = startOf(pid)
  return now === undefined || now === started
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

/**
 * When the process started, as '<boot>:<clock ticks since boot>'; 'dead' for one that only waits to be buried. Undefined where
 * the system does not show it (no /proc): then the pid alone decides, on the safe side.
 */
export function startOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // The name, second field, may hold anything, blanks and parentheses too: fields are counted from its end.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return /[ZX]/.test(fields[0] ?? '') ? 'dead' : `${boot}:${fields[19]}`
  } catch {
    return undefined
  }
}

const takenMessage = (path: string, { pid }: StoreHolder) =>
  `O banco embutido já está em uso pelo processo ${pid}. Encerre esse processo antes de abrir outro; ` +
  `se tem certeza de que ele não é o Outorga, apague ${path} e tente de novo.`

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
