import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { bundled } from './support/bundled.ts'
import { freshFolder, freshPostgresUrl } from './support/databases.ts'
import { killAgain } from './support/ordeal.ts'

/** A release shows 50: TASK_CRASH_CYCLES=50. */
const cycles = Number(process.env.TASK_CRASH_CYCLES ?? 2)

const syncer = await bundled('test/support/syncer.ts')
afterAll(syncer.remove)

/** How soon it is killed once it is ready. */
const within = [0, 400] as const

test(
  'a synchronisation of 300 clients killed at any moment goes on, and each has each task once',
  async () => {
    const folder = freshFolder()
    const server = await freshPostgresUrl()
    const found = await killAgain({ start: syncer.start, cycles, within }, folder, server.url)
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map(line => line.trim()))).toEqual(new Set(['done concluido 300 whole']))
    rmSync(folder, { recursive: true })
    await server.drop()
  },
  240_000 + cycles * 20_000,
)
