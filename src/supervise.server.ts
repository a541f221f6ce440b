import { fork, type ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import type { Beat } from '#server/heartbeat.ts'
import { say } from '#server/log.ts'
import { afterEnd, noEnds, openLoopWatch, endingSeconds } from '#server/supervisor.ts'

// The process beside the server, which starts it, and starts it anew when its loop hangs: it answers nobody then, and hears no
// signal. It reads no setting; each beat has what it needs.

process.env.NODE_ENV ??= 'production'
const isSource = import.meta.url.endsWith('.ts')
const main = new URL(isSource ? './main.server.ts' : './main.js', import.meta.url)

let server: ChildProcess
let drainSeconds = () => 0
let stopping = false
let hangCount = noEnds

const isBeat = (message: unknown): message is Beat =>
  typeof message === 'object' && message !== null && 'watch' in message && 'drain' in message && 'running' in message

function start() {
  const child = fork(main)
  server = child
  const watch = openLoopWatch()
  drainSeconds = watch.drain
  let upSince: number | null = null
  let hung = false
  child.on('message', message => {
    if (!isBeat(message)) return
    upSince ??= performance.now()
    watch.beat(message)
  })
  const ticking = setInterval(() => {
    const silent = hung || stopping ? null : watch.tick()
    if (!silent) return
    hung = true
    const running = silent.running.length ? ` Em andamento: ${silent.running.join(', ')}.` : ''
    const seconds = `${silent.watch} ${silent.watch === 1 ? 'segundo' : 'segundos'}`
    say('error', `O servidor não responde há ${seconds}, e será iniciado de novo.${running}`)
    end(child, 'SIGTERM', endingSeconds.hung)
  }, 1_000)
  child.once('exit', (code, signal) => {
    clearInterval(ticking)
    const ended = code ?? 128 + (signal ? constants.signals[signal] : 0)
    const up = upSince === null ? null : (performance.now() - upSince) / 1_000
    // One that drained because a signal reached it alone was meant to end, too.
    const next = afterEnd({ code: ended, wanted: stopping || (ended === 0 && !hung), up }, hangCount)
    if ('exit' in next) process.exit(next.exit)
    hangCount = next.count
    if (!hung) say('error', `O servidor terminou (${signal ?? `código ${ended}`}), e será iniciado de novo.`)
    setTimeout(() => (stopping ? process.exit(0) : start()), next.wait * 1_000)
  })
}

/** What does not end by itself is ended. */
function end(child: ChildProcess, signal: NodeJS.Signals, seconds: number) {
  child.kill(signal)
  setTimeout(() => child.kill('SIGKILL'), seconds * 1_000).unref()
}

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    const again = stopping
    stopping = true
    // Between two servers there is none to drain.
    if (server.exitCode !== null || server.signalCode !== null) process.exit(0)
    if (!again) end(server, signal, drainSeconds() + endingSeconds.beyondDrain)
  })

start()
