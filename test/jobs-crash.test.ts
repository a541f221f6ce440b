import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { bundled } from './support/bundled.ts'
import { freshFolder, freshPostgresUrl } from './support/databases.ts'
import { killAgain } from './support/ordeal.ts'

/** A release shows 100: JOB_CRASH_CYCLES=100. */
const cycles = Number(process.env.JOB_CRASH_CYCLES ?? 2)
const patience = 240_000 + cycles * 20_000

const exporter = await bundled('test/support/exporter.ts')
afterAll(exporter.remove)

/** How soon it is killed once it is ready. */
const within = [30, 730] as const

test(
  'jobs killed at any moment go on: the files are the same bytes, and no row is written twice',
  async () => {
    const folder = freshFolder()
    const server = await freshPostgresUrl()
    const found = await killAgain({ start: exporter.start, cycles, within }, folder, server.url)
    expect(found.length).toBeGreaterThan(0)
    // One that nobody interrupts says what it should have been.
    const [whole] = (await killAgain({ start: exporter.start, cycles: 0, within }, folder, server.url)).slice(-1)
    expect(whole).toMatch(/^done concluido concluido concluido( [0-9a-f]{64}){2} 120 120$/)
    expect(new Set(found)).toEqual(new Set([whole]))
    rmSync(folder, { recursive: true })
    await server.drop()
  },
  patience,
)
