import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { bundled } from '#test/support/bundled.ts'
import { freshFolder, freshPostgresUrl } from '#test/support/databases.ts'
import { openHouseOutside } from '#test/support/house-outside.ts'
import { killAgain } from '#test/support/ordeal.ts'

/** A release shows 100: ORDER_CRASH_CYCLES=100, or `npm run bench -- orders`. */
const cycles = Number(process.env.ORDER_CRASH_CYCLES ?? 2)

const orderer = await bundled('test/support/orderer.ts')
afterAll(orderer.remove)

/** How soon it is killed once it is ready. */
const within = [0, 1_500] as const

test(
  'killed at any moment each order has one bill, one note and one boleto, and its note went out once',
  async () => {
    const folder = freshFolder()
    const server = await freshPostgresUrl()
    const outside = await openHouseOutside()
    const start: typeof orderer.start = (args, env) => orderer.start(args, { ...env, EMITTER_URL: outside.url.href })
    try {
      const found = await killAgain({ start, cycles, within }, folder, server.url)
      expect(found.length).toBeGreaterThan(0)
      expect(new Set(found)).toEqual(new Set(['done one of each']))
      const made = outside.made()
      expect(new Set(made).size).toBe(made.length)
    } finally {
      await outside.close()
      rmSync(folder, { recursive: true })
      await server.drop()
    }
  },
  240_000 + cycles * 20_000,
)
