// People who go on with their day while something else goes on: reads and saves over some connections, from a process of its own, whose
// own stops for garbage are not the server's.
import { fork } from 'node:child_process'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { setTimeout as after } from 'node:timers/promises'

/** What one of them does, again and again. */
export interface OrdinaryCall {
  readonly method: 'GET' | 'PUT'
  readonly path: string
  readonly body?: object
}
interface Bystanders {
  readonly url: string
  readonly token: string
  readonly connections: number
  readonly calls: readonly OrdinaryCall[]
}

/** Milliseconds between two calls of one connection. */
const pause = 150
/** Calls that are not counted at first, and after a server that was gone: a program that was just started compiles what it does. */
const warmUp = 15

/** Milliseconds of each call while something else goes on. */
export async function bystand(given: Bystanders, meanwhile: () => Promise<unknown>): Promise<readonly number[]> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(given)])
  await new Promise(begun => child.once('message', begun))
  const told = new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', code => reject(new Error(`the bystanders ended with ${code}`)))
  })
  // What fails meanwhile is reported, and not that the server is gone then.
  told.catch(() => undefined)
  await meanwhile().catch((error: unknown) => {
    child.kill()
    throw error
  })
  if (child.connected) child.send('enough')
  return Object(await told)
}

interface CallOutcome {
  readonly status: number
  readonly text: string
}
/** What was answered; null where the server is not there. */
const ask = ({ url, token }: Bystanders, { method, path, body }: OrdinaryCall, agent: Agent) =>
  new Promise<CallOutcome | null>(resolve => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const asking = request(`${url}/api/v1/${path}`, { method, agent, headers }, answer => {
      const gone = () => resolve(null)
      let text = ''
      answer
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
        .on('error', gone)
        .on('aborted', gone)
    })
    asking.on('error', () => resolve(null))
    asking.end(body && JSON.stringify(body))
  })

/** In that process. */
async function live(given: Bystanders) {
  const taken: number[] = []
  let on = true
  process.once('message', () => (on = false))
  process.once('disconnect', () => process.exit())
  const warm = new Set<number>()
  const one = async (which: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    let cold = warmUp
    for (let n = which; on; n++) {
      const call = given.calls[(n * 7 + which) % given.calls.length]
      if (!call) throw new Error('there is nothing to do')
      const start = performance.now()
      const outcome = await ask(given, call, agent)
      const ms = performance.now() - start
      if (outcome === null) cold = warmUp
      else if (outcome.status >= 300) throw new Error(`${call.method} ${call.path}: ${outcome.text}`)
      else if (cold > 0) cold--
      else taken.push(ms)
      if (cold === 0 && !warm.has(which)) {
        warm.add(which)
        if (warm.size === given.connections) process.send?.('begun')
      }
      await after(pause * (0.5 + Math.random()))
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: given.connections }, (_, which) => one(which)))
  process.send?.(taken, () => process.exit())
}

const [, file, given] = process.argv
if (file === fileURLToPath(import.meta.url) && given) await live(JSON.parse(given))
