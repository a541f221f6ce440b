// What a process takes of the machine, as Linux tells it.
import { readFileSync } from 'node:fs'

type Pid = number | string | undefined

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // It ended meanwhile.
    return ''
  }
}

const childrenOf = (pid: Pid) => read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)

/** Megabytes of a process and of those it started. */
export const residentOf = (pid: Pid): number =>
  Math.round(familySum(pid, each => kilobytesOf(read(`/proc/${each}/status`), 'VmRSS')) / 1024)

/**
 * Megabytes of a process and of its descendants, where a page that several processes have mapped counts as an equal part to each of
 * them. Every process of PostgreSQL has the server's shared buffers mapped, which a sum of resident sizes would count once a process.
 */
export const proportionalOf = (pid: Pid): number =>
  Math.round(familySum(pid, each => kilobytesOf(read(`/proc/${each}/smaps_rollup`), 'Pss')) / 1024)

const familySum = (pid: Pid, figureOf: (pid: Pid) => number): number =>
  childrenOf(pid).reduce((sum, each) => sum + familySum(each, figureOf), figureOf(pid))
const kilobytesOf = (text: string, name: 'VmRSS' | 'Pss') =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)

/** Milliseconds of processor: of the process itself, or of those besides that it started and that ended. */
function ticksOf(pid: Pid, also: boolean): number {
  // Past the name, which may hold spaces: utime, stime, cutime and cstime, in hundredths of a second.
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 15)
    .map(Number)
  return 10 * (utime + stime + (also ? cutime + cstime : 0))
}

/** Milliseconds of processor a server took until now, and its PostgreSQL, whose every connection is a process. */
export const spentBy = ({ pid, postmaster }: { readonly pid: Pid; readonly postmaster?: Pid }) => ({
  node: ticksOf(pid, false),
  postgres: childrenOf(postmaster).reduce((sum, each) => sum + ticksOf(each, false), ticksOf(postmaster, true)),
})
