import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'

/** A server in a process of its own, asked over HTTP, and all it writes. */
export async function livedServer(script: string, env: Readonly<Record<string, string>>, node: readonly string[] = []) {
  const child = spawn(process.execPath, [...node, script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => said.push(bytes))
  const url = `http://127.0.0.1:${env.PORT}`
  let token = ''
  const ask = async (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${url}${path.startsWith('/') ? path : `/api/v1/${path}`}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, cookies: answer.headers.getSetCookie(), text: await answer.text() }
  }
  for (let tries = 0; ; tries++) {
    if (tries > 600 || child.exitCode !== null) throw new Error(`it did not start: ${Buffer.concat(said).toString()}`)
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) break
    await after(100)
  }
  return {
    ask,
    child,
    said: () => Buffer.concat(said),
    /** Answers all that came of it: its tokens are as secret as its password. */
    async signIn(username: string, password: string) {
      const page = JSON.parse((await ask('GET', '/config.json')).text)
      const { client_id, client_secret } = page
      const given = { grant_type: 'password', client_id, client_secret, username, password }
      const { text, cookies } = await ask('POST', '/oauth/token', given)
      const got: Readonly<Record<string, unknown>> = JSON.parse(text)
      token = String(got.access_token)
      return { ...got, cookies }
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'close')
    },
  }
}
