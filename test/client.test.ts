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
import { Api, type Clients, type Problem } from './api.ts'

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
  const key = { headers: { 'Idempotency-Key': 'pedido-1' } }
  const once = [await api.api.plansStore({ name: 'Uma vez' }, key), await api.api.plansStore({ name: 'Uma vez' }, key)]
  seen.push(new Set(once.map(answer => answer.data.data.uuid)).size + ' de ' + once.length)
  const place = (await api.api.changesIndex()).data
  await api.api.plansUpdate(once[0]?.data.data.uuid ?? '', { name: 'Outra vez' })
  const { fate }: { fate?: 'present' | 'deleted' | 'gone' } = await firstChange(api, place.next)
  seen.push(fate ?? 'nada')
  const invalid = await api.api
    .plansStore({ name: '' })
    .catch((refused: { error: Problem }) => refused.error)
  seen.push('code' in invalid ? invalid.code + ' ' + Object.keys(invalid.errors ?? {}) : 'aceito')
  return seen
}

/** A change is answered once all that began before it has ended. */
async function firstChange(api: Api<unknown>, since: string) {
  for (let tries = 0; tries < 300; tries++) {
    const { data } = (await api.api.changesIndex({ since, resource: 'plans' })).data
    if (data[0]) return data[0]
    await new Promise(later => setTimeout(later, 100))
  }
  return {}
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
  expect(rest).toEqual([
    'Elogio',
    'Elogio público',
    '412',
    expect.stringMatching(/^\d+$/),
    '1 de 2',
    'present',
    'invalid name',
  ])
})
