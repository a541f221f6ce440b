import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { bundled } from '#test/support/bundled.ts'
import { freshFolder, freshPostgresUrl } from '#test/support/databases.ts'
import { killAgain } from '#test/support/ordeal.ts'

/** A release shows 50: BULK_CRASH_CYCLES=50. */
const cycles = Number(process.env.BULK_CRASH_CYCLES ?? 2)

const turner = await bundled('test/support/turner.ts')
afterAll(turner.remove)

/** How soon it is killed once it is ready. */
const within = [0, 400] as const

test.each(['state', 'fields'])(
  'an act on the %s of 1,500 rows killed at any moment goes on, and each row has it once',
  async turned => {
    const folder = freshFolder()
    const server = await freshPostgresUrl()
    const found = await killAgain({ start: turner.start, cycles, within, env: { TURNED: turned } }, folder, server.url)
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map(line => line.trim()))).toEqual(new Set(['done concluido 1500 0 1500 1500']))
    rmSync(folder, { recursive: true })
    await server.drop()
  },
  240_000 + cycles * 20_000,
)
