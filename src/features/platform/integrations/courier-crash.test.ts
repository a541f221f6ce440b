import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { bundled } from '#test/support/bundled.ts'
import { freshFolder, freshPostgresUrl } from '#test/support/databases.ts'
import { killAgain } from '#test/support/ordeal.ts'
import { openHouseOutside } from '#test/support/house-outside.ts'

/** A release shows 30: COURIER_CRASH_CYCLES=30. */
const cycles = Number(process.env.COURIER_CRASH_CYCLES ?? 2)
const patience = 120_000 + cycles * 30_000

const courier = await bundled('test/support/courier.ts')
afterAll(courier.remove)

test(
  'killed at any moment each item has exactly one effect there and one here',
  async () => {
    const outside = await openHouseOutside()
    const folder = freshFolder()
    const server = await freshPostgresUrl()
    const env = { OUTSIDE_URL: outside.url.href }
    const lines = await killAgain({ start: courier.start, cycles, within: [0, 150], env }, folder, server.url)
    const settled = lines.at(-1)?.replace('done ', '') ?? ''
    const keys = Array.from({ length: 30 }, (_, i) => `k${i}`).toSorted()
    expect(outside.made().toSorted()).toEqual(keys)
    expect(JSON.parse(settled)).toEqual(keys.map(key => ({ key, twice: true })))
    await outside.close()
    rmSync(folder, { recursive: true })
    await server.drop()
  },
  patience,
)
