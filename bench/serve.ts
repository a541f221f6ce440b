import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

/** The product as `npm start` runs it, once it is built. */
export const asStarted: readonly string[] = [
  ...(/(?:--\S+=\S+ )+/.exec(readFileSync('package.json', 'utf8'))?.[0].trim().split(' ') ?? []),
  'dist/server/main.js',
]

/** A server of its own process, once it answers. */
export async function serve(
  args: readonly string[],
  env: Record<string, string>,
  port: number,
  ready: string,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let tries = 0; tries < 600; tries++) {
    const up = await fetch(`http://127.0.0.1:${port}${ready}`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (up) return child
    await new Promise(wait => setTimeout(wait, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`${args.join(' ')} did not start`)
}

/** Ends a server and waits until its process is gone, so that its database can stop after it. */
export async function endServer(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}
