import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { bundled } from '#test/support/bundled.ts'
import { freshFolder, freshPostgresUrl } from '#test/support/databases.ts'
import { killAgain } from '#test/support/ordeal.ts'

/** A release shows 100: RETURN_CRASH_CYCLES=100. */
const cycles = Number(process.env.RETURN_CRASH_CYCLES ?? 3)

const settler = await bundled('test/support/settler.ts')
afterAll(settler.remove)

/** How soon it is killed once it is ready. */
const within = [0, 1_500] as const

test(
  'killed while returns are applied, placed and undone, the money of each file counts once',
  async () => {
    const folder = freshFolder()
    const server = await freshPostgresUrl()
    try {
      const found = await killAgain({ start: settler.start, cycles, within }, folder, server.url)
      expect(found.length).toBeGreaterThan(0)
      expect(new Set(found)).toEqual(new Set(['done all once']))
    } finally {
      rmSync(folder, { recursive: true })
      await server.drop()
    }
  },
  240_000 + cycles * 20_000,
)
