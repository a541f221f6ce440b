import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { bundled } from '#test/support/bundled.ts'
import { freshFolder, freshPostgresUrl } from '#test/support/databases.ts'
import { openHouseOutside } from '#test/support/house-outside.ts'

/** A release shows 30: COURIER_CRASH_CYCLES=30. */
const cycles = Number(process.env.COURIER_CRASH_CYCLES ?? 2)
const patience = 120_000 + cycles * 30_000

const courier = await bundled('test/support/courier.ts')
afterAll(courier.remove)

/** Lets it send for a moment, and kills it; in the last cycle, once all went. Answers what was settled, as it told. */
async function sendAndDie(env: Readonly<Record<string, string>>, last: boolean) {
  const child = courier.start([], env)
  let said = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    said += text
    if (!last && said.includes('ready')) setTimeout(() => child.kill('SIGKILL'), Math.random() * 150)
    if (said.includes('done')) child.kill('SIGKILL')
  })
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
  return /^told (.*)$/m.exec(said)?.[1]
}

test(
  'killed at any moment each item has exactly one effect there and one here',
  async () => {
    const outside = await openHouseOutside()
    const folder = freshFolder()
    const server = await freshPostgresUrl()
    const env = { OUTORGA_DATA_DIR: folder, DATABASE_URL: server.url, OUTSIDE_URL: outside.url.href }
    let told: string | undefined
    for (let cycle = 0; cycle <= cycles; cycle++) told = await sendAndDie(env, cycle === cycles)
    const keys = Array.from({ length: 30 }, (_, i) => `k${i}`).toSorted()
    expect(outside.made().toSorted()).toEqual(keys)
    expect(JSON.parse(told ?? '[]')).toEqual(keys.map(key => ({ key, twice: true })))
    await outside.close()
    rmSync(folder, { recursive: true })
    await server.drop()
  },
  patience,
)
