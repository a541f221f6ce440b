import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { engines, freshDataFolder, freshPostgresUrl } from './support/databases.ts'

/** A release shows 100: JOB_CRASH_CYCLES=100. */
const cycles = Number(process.env.JOB_CRASH_CYCLES ?? 5)
const patience = 60_000 + cycles * 20_000

const root = mkdtempSync(join(tmpdir(), 'outorga-exporter-'))
beforeAll(async () => {
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  // As in production: what starts a hundred times should not be compiled each time.
  await build({
    entryPoints: {
      exporter: resolve('test/support/exporter.ts'),
      'embedded-worker': resolve('src/server/database/embedded/worker.ts'),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outdir: root,
  })
})
afterAll(() => rmSync(root, { recursive: true }))

const start = (folder: string, url: string | undefined) =>
  spawn(process.execPath, [join(root, 'exporter.js')], {
    env: { ...process.env, OUTORGA_DATA_DIR: folder, DATABASE_URL: url ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** Lets it work for a moment, and kills it; in the last cycle, once a pair of jobs is done. Gives the pairs it finished. */
async function workAndDie(folder: string, url: string | undefined, last: boolean): Promise<readonly string[]> {
  const child = start(folder, url)
  let said = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    const before = said
    said += text
    if (!last && !before.includes('ready') && said.includes('ready'))
      setTimeout(() => child.kill('SIGKILL'), 30 + Math.random() * 700)
    if (last && said.includes('pair')) child.kill('SIGKILL')
  })
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
  return said.split('\n').filter(line => line.startsWith('pair'))
}

test.each(engines)(
  'on %s, jobs killed at any moment go on: the file is the same bytes, and no row is written twice',
  async engine => {
    const folder = await freshDataFolder()
    const server = engine === 'postgres' ? await freshPostgresUrl() : null
    const pairs: string[] = []
    for (let cycle = 0; cycle <= cycles; cycle++)
      pairs.push(...(await workAndDie(folder, server?.url, cycle === cycles)))
    expect(pairs.length).toBeGreaterThan(0)
    // One that nobody interrupts says what it should have been.
    const [whole] = (await workAndDie(folder, server?.url, true)).slice(-1)
    expect(whole).toMatch(/^pair concluido concluido [0-9a-f]{64} 120 120 $/)
    expect(new Set(pairs)).toEqual(new Set([whole]))
    rmSync(folder, { recursive: true })
    await server?.drop()
  },
  patience,
)
