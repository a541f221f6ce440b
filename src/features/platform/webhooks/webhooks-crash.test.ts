import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { bundled } from '#test/support/bundled.ts'
import { freshFolder, freshPostgresUrl } from '#test/support/databases.ts'
import { openHookReceiver } from '#test/support/hook-receiver.ts'
import { killAgain } from '#test/support/ordeal.ts'

/** A release shows 30: WEBHOOK_CRASH_CYCLES=30. */
const cycles = Number(process.env.WEBHOOK_CRASH_CYCLES ?? 2)
const patience = 180_000 + cycles * 60_000

const hooker = await bundled('test/support/hooker.ts')
afterAll(hooker.remove)

test(
  'killed at any moment each change reaches the receiver, and what reaches it twice has one id',
  async () => {
    const receiver = await openHookReceiver()
    const folder = freshFolder()
    const server = await freshPostgresUrl()
    const env = { RECEIVER_URL: receiver.url, SECRETS_KEY: randomBytes(32).toString('base64') }
    const lines = await killAgain({ start: hooker.start, cycles, within: [0, 400], env }, folder, server.url)
    const sent: readonly string[] = JSON.parse(lines.at(-1)?.replace('done ', '') ?? '[]')
    expect(sent).toHaveLength(30)
    const received = receiver.messages.map(({ headers }) => headers['webhook-id'] ?? '')
    expect([...new Set(received)].toSorted()).toEqual([...sent].toSorted())
    await receiver.close()
    rmSync(folder, { recursive: true })
    await server.drop()
  },
  patience,
)
