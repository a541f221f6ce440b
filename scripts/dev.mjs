// The server from its sources, restarted on change, and the interface served by Vite with the API behind it.
import { spawn } from 'node:child_process'
import { setTimeout as after } from 'node:timers/promises'
import { createServer } from 'vite'

const server = spawn(process.execPath, ['--import', 'tsx', '--watch-path=src', 'src/main.server.ts'], {
  stdio: 'inherit',
})
const target = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? 3000}`
const isUp = () =>
  fetch(`${target}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
const proxied = ['/api', '/oauth', '/config.json', '/content']
const web = await createServer({
  server: { port: 5173, proxy: Object.fromEntries(proxied.map(path => [path, target])) },
})
await web.listen()
// A first start loads the demonstration: whoever opened the page before it was there would be told that nobody answers.
while (server.exitCode === null && !(await isUp())) await after(200)
web.printUrls()
process.on('SIGINT', () => {
  server.kill('SIGTERM')
  void web.close().then(() => process.exit(0))
})
