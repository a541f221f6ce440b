import { isMainThread, Worker, workerData } from 'node:worker_threads'

/** What one piece of work may take: milliseconds, and megabytes of the process; its buffers are in no heap that Node would bound. */
interface PieceRoom {
  readonly ms: number
  readonly rss: number
}
const tick = 40

/**
 * In such a process: does work that ends the process once one piece of it took more than its room, for its own thread is busy
 * with it, and hears nobody. `work` says when the next piece begins.
 */
export async function watched(room: PieceRoom, work: (next: () => void) => Promise<void>) {
  if (!isMainThread) return void (workerData instanceof Int32Array && watch(workerData, room))
  const ticks = new Int32Array(new SharedArrayBuffer(4))
  new Worker(new URL(import.meta.url), { workerData: ticks }).unref()
  return work(() => void Atomics.store(ticks, 0, 0))
}

function watch(ticks: Int32Array, { ms, rss }: PieceRoom) {
  setInterval(() => {
    const late = Atomics.add(ticks, 0, 1) * tick > ms
    if (late || process.memoryUsage.rss() > rss * 1024 * 1024) process.kill(process.pid, 'SIGKILL')
  }, tick)
}
