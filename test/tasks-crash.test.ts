import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { bundled } from './support/bundled.ts'
import { engines, freshDataFolder, freshPostgresUrl } from './support/databases.ts'

/** A release shows 50: TASK_CRASH_CYCLES=50. */
const cycles = Number(process.env.TASK_CRASH_CYCLES ?? 2)

const syncer = await bundled('test/support/syncer.ts')
afterAll(syncer.remove)

/** Lets it synchronise for a moment, and kills it; in the last cycle, once one is done. Gives what came of those it ended. */
async function syncAndDie(folder: string, url: string | undefined, last: boolean): Promise<readonly string[]> {
  const child = syncer.start([], { OUTORGA_DATA_DIR: folder, DATABASE_URL: url ?? '' })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    const before = said
    said += text
    if (!last && !before.includes('ready') && said.includes('ready'))
      setTimeout(() => child.kill('SIGKILL'), Math.random() * 400)
    if (last && said.includes('done')) child.kill('SIGKILL')
  })
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
  return said.split('\n').filter(line => line.startsWith('done'))
}

test.each(engines)(
  'on %s, a synchronisation of 300 clients killed at any moment goes on, and each has each task once',
  async engine => {
    const folder = await freshDataFolder()
    const server = engine === 'postgres' ? await freshPostgresUrl() : null
    const found: string[] = []
    for (let cycle = 0; cycle <= cycles; cycle++)
      found.push(...(await syncAndDie(folder, server?.url, cycle === cycles)))
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map(line => line.trim()))).toEqual(new Set(['done concluido 300 whole']))
    rmSync(folder, { recursive: true })
    await server?.drop()
  },
  60_000 + cycles * 20_000,
)
