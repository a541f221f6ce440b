// A steady trickle of calls from a process of its own: whoever fills a database and looks at memory stops for its own garbage
// for tens of milliseconds, and would take that for the server's.
import { fork } from 'node:child_process'
import { Agent, get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { setTimeout as after } from 'node:timers/promises'

interface Asked {
  readonly url: string
  readonly token: string
}

/** Milliseconds of each call, one after another with 20 ms between, while something else goes on. */
export async function trickle(asked: Asked, meanwhile: () => Promise<unknown>): Promise<readonly number[]> {
  const asker = fork(fileURLToPath(import.meta.url), [asked.url, asked.token])
  await new Promise(begun => asker.once('message', begun))
  const told = new Promise<unknown>((resolve, reject) => {
    asker.once('message', resolve)
    asker.once('exit', code => reject(new Error(`the asker ended with ${code}`)))
  })
  await meanwhile()
  asker.send('enough')
  return Object(await told)
}

const call = (url: string, agent: Agent, token: string) =>
  new Promise<void>((resolve, reject) => {
    const asking = get(url, { agent, headers: { authorization: `Bearer ${token}` } }, answer => {
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`))
      answer.resume().on('end', resolve).on('error', reject)
    })
    asking.on('error', reject)
  })

/** In that process. */
async function ask(url: string, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let n = 0; n < 50; n++) await call(url, agent, token)
  const taken: number[] = []
  let on = true
  process.once('message', () => (on = false))
  process.once('disconnect', () => process.exit())
  process.send?.('begun')
  while (on) {
    const start = performance.now()
    await call(url, agent, token)
    taken.push(performance.now() - start)
    await after(20)
  }
  process.send?.(taken, () => process.exit())
}

const [, file, url, token] = process.argv
if (file === fileURLToPath(import.meta.url) && url && token) await ask(url, token)
