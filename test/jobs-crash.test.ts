import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { bundled } from './support/bundled.ts'
import { engines, freshDataFolder, freshPostgresUrl } from './support/databases.ts'

/** A release shows 100: JOB_CRASH_CYCLES=100. */
const cycles = Number(process.env.JOB_CRASH_CYCLES ?? 2)
const patience = 60_000 + cycles * 20_000

const exporter = await bundled('test/support/exporter.ts')
afterAll(exporter.remove)

/** Lets it work for a moment, and kills it; in the last cycle, once three jobs are done. Gives what it finished. */
async function workAndDie(folder: string, url: string | undefined, last: boolean): Promise<readonly string[]> {
  const child = exporter.start([], { OUTORGA_DATA_DIR: folder, DATABASE_URL: url ?? '' })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    const before = said
    said += text
    if (!last && !before.includes('ready') && said.includes('ready'))
      setTimeout(() => child.kill('SIGKILL'), 30 + Math.random() * 700)
    if (last && said.includes('done')) child.kill('SIGKILL')
  })
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
  return said.split('\n').filter(line => line.startsWith('done'))
}

test.each(engines)(
  'on %s, jobs killed at any moment go on: the files are the same bytes, and no row is written twice',
  async engine => {
    const folder = await freshDataFolder()
    const server = engine === 'postgres' ? await freshPostgresUrl() : null
    const found: string[] = []
    for (let cycle = 0; cycle <= cycles; cycle++)
      found.push(...(await workAndDie(folder, server?.url, cycle === cycles)))
    expect(found.length).toBeGreaterThan(0)
    // One that nobody interrupts says what it should have been.
    const [whole] = (await workAndDie(folder, server?.url, true)).slice(-1)
    expect(whole).toMatch(/^done concluido concluido concluido( [0-9a-f]{64}){2} 120 120$/)
    expect(new Set(found)).toEqual(new Set([whole]))
    rmSync(folder, { recursive: true })
    await server?.drop()
  },
  patience,
)
