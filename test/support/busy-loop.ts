import { Worker } from 'node:worker_threads'
import { openClock } from './thread-clock.ts'

/** Milliseconds between two turns of the loop that are looked for. */
const pace = 2
/** Watches how long one thing blocks the loop of this thread: the longest time between two of its turns. */
export function watchLoop() {
  const clock = openClock()
  let last = clock.now()
  let longest = 0
  const look = () => {
    const now = clock.now()
    longest = Math.max(longest, now - last - pace)
    last = now
  }
  const timer = setInterval(look, pace)
  return {
    /** Begins to measure anew. */
    begin: () => {
      look()
      longest = 0
    },
    /** Milliseconds of the longest block since it began. */
    end: () => {
      look()
      return longest
    },
    close: () => {
      clearInterval(timer)
      clock.close()
    },
  }
}

export interface SentRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}
export interface SentAnswer {
  readonly status: number
  readonly bytes: number
  readonly text: string
}

/** Sends requests from a thread of its own, so that what the sender does is not counted. */
export function openSender(port: number) {
  const worker = new Worker(sender, { eval: true, workerData: { port } })
  const waiting: { resolve: (answer: SentAnswer) => void; reject: (error: unknown) => void }[] = []
  worker.on('message', (answer: SentAnswer) => waiting.shift()?.resolve(answer))
  worker.on('error', error => waiting.splice(0).forEach(each => each.reject(error)))
  return {
    send: (request: SentRequest) =>
      new Promise<SentAnswer>((resolve, reject) => {
        waiting.push({ resolve, reject })
        const { body } = request
        // A file is handed over: to copy it would block the loop that is watched.
        worker.postMessage(request, typeof body !== 'string' && body.buffer instanceof ArrayBuffer ? [body.buffer] : [])
      }),
    close: () => worker.terminate(),
  }
}

const sender = `
const { parentPort, workerData } = require('node:worker_threads')
const { Agent, request } = require('node:http')
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
parentPort.on('message', ({ method, path, headers, body }) => {
  const bytes = Buffer.from(body)
  const answered = (status, text) => parentPort.postMessage({ status, bytes: Buffer.byteLength(text), text: text.slice(0, 2000) })
  const asked = request(
    { host: '127.0.0.1', port: workerData.port, agent, method, path, headers: { ...headers, 'content-length': bytes.length } },
    answer => {
      const parts = []
      answer.on('data', part => parts.push(part))
      answer.on('end', () => answered(answer.statusCode, Buffer.concat(parts).toString()))
      answer.on('error', error => answered(0, String(error)))
    },
  )
  asked.setTimeout(120000, () => asked.destroy(new Error('no answer')))
  asked.on('error', error => answered(0, String(error)))
  asked.end(bytes)
})
`
