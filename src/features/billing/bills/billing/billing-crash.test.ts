import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { bundled } from '#test/support/bundled.ts'
import { freshFolder, freshPostgresUrl } from '#test/support/databases.ts'
import { killAgain } from '#test/support/ordeal.ts'
import { openSmtp } from '#test/support/smtp.ts'

/** A release shows 100: BILL_CRASH_CYCLES=100. */
const cycles = Number(process.env.BILL_CRASH_CYCLES ?? 2)

const biller = await bundled('test/support/biller.ts')
afterAll(biller.remove)

/** How soon it is killed once it is ready. */
const within = [0, 1_500] as const

test(
  'killed at any moment each client has one bill of a month, and each step of the ruler is told once',
  async () => {
    const smtp = await openSmtp(10)
    const folder = freshFolder()
    const server = await freshPostgresUrl()
    const start: typeof biller.start = (args, env) => biller.start(args, { ...env, SMTP_URL: smtp.url })
    try {
      const found = await killAgain({ start, cycles, within }, folder, server.url)
      expect(found.length).toBeGreaterThan(0)
      expect(new Set(found)).toEqual(new Set(['done one of each']))
      // Only one that was on its way goes again, as the same message.
      const messages = new Set(smtp.heard.map(({ messageId }) => messageId))
      expect(smtp.heard.length - messages.size).toBeLessThanOrEqual(4 * cycles)
    } finally {
      await smtp.down()
      rmSync(folder, { recursive: true })
      await server.drop()
    }
  },
  240_000 + cycles * 20_000,
)
