import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generateApi } from 'swagger-typescript-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from './support/world.ts'

// The document of the API, taken by a stranger's generator: what it writes compiles, and does a day's errand.

let world: World
let folder = ''
let address = ''
beforeAll(async () => {
  world = await openWorld()
  address = await world.app.listen({ host: '127.0.0.1', port: 0 })
  // Inside the project, where a TypeScript of its own is found.
  mkdirSync('node_modules/.cache', { recursive: true })
  folder = mkdtempSync(join('node_modules/.cache', 'client-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world.close()
})

const errand = `
import { Api, type Clients } from './api.ts'

export async function errand(baseUrl: string, token: string) {
  const seen: string[] = []
  const api = new Api({ baseUrl, baseApiParams: { headers: { authorization: \`Bearer \${token}\` } } })
  const types = await api.api.ticketTypesIndex({ per_page: 5, sort: '-id', 'filter[id][gte]': 1 })
  seen.push(\`\${types.data.data.length} de \${types.data.total}\`)
  const made = await api.api.ticketTypesStore({ name: 'Elogio' })
  const { id, name } = made.data.data
  seen.push(name)
  const tag = made.headers.get('etag') ?? ''
  const changed = await api.api.ticketTypesUpdate(String(id), { name: 'Elogio público' }, { headers: { 'If-Match': tag } })
  seen.push(changed.data.data.name)
  const stale = await api.api
    .ticketTypesUpdate(String(id), { name: 'Outro' }, { headers: { 'If-Match': tag } })
    .catch((refused: { status: number; error: { message: string } }) => refused)
  seen.push('error' in stale ? String(stale.status) : 'aceito')
  await api.api.ticketTypesDestroy(String(id))
  const clients = await api.api.clientsIndex({ per_page: 1 })
  const first = clients.data.data[0]
  const whole: Clients | undefined = first && (await api.api.clientsShow(first.uuid)).data.data
  seen.push(String(whole?.phones.length))
  return seen
}
`

test('a generated client compiles, and drives a journey', { timeout: 180_000 }, async () => {
  const spec = (await world.app.inject('/api/docs/json')).json()
  await generateApi({
    spec,
    fileName: 'api.ts',
    output: join(process.cwd(), folder),
    silent: true,
    httpClientType: 'fetch',
  })
  writeFileSync(join(folder, 'errand.ts'), errand)
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--target',
    'es2023',
    '--lib',
    'es2023,dom',
    '--module',
    'esnext',
  ]
  const more = ['--moduleResolution', 'bundler', '--allowImportingTsExtensions', '--types', '']
  execFileSync(process.execPath, ['node_modules/.bin/tsc', ...options, ...more, join(folder, 'errand.ts')], {
    stdio: 'pipe',
  })
  const { errand: run }: { errand(baseUrl: string, token: string): Promise<string[]> } = await import(
    pathToFileURL(join(process.cwd(), folder, 'errand.ts')).href
  )
  const token = await world.enter('superAdmin', world.people.superAdmin)
  const [listed, ...rest] = await run(address, token)
  expect(listed).toMatch(/^\d de \d+$/)
  expect(rest).toEqual(['Elogio', 'Elogio público', '412', expect.stringMatching(/^\d+$/)])
})
