import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { bundled } from '#test/support/bundled.ts'
import { freshFolder, freshPostgresUrl } from '#test/support/databases.ts'
import { killAgain } from '#test/support/ordeal.ts'
import { openSmtp } from '#test/support/smtp.ts'

/** A release shows 30: MAIL_CRASH_CYCLES=30. */
const cycles = Number(process.env.MAIL_CRASH_CYCLES ?? 2)
const patience = 120_000 + cycles * 30_000

const mailer = await bundled('test/support/mailer.ts')
afterAll(mailer.remove)

test(
  'killed at any moment no mail is lost, and one that goes twice is the same message to its mailbox',
  async () => {
    const smtp = await openSmtp(15)
    const folder = freshFolder()
    const server = await freshPostgresUrl()
    const env = { SMTP_URL: smtp.url }
    await killAgain({ start: mailer.start, cycles, within: [0, 150], env }, folder, server.url)
    const messages = new Map(smtp.heard.map(({ messageId, to }) => [messageId, to]))
    expect([...messages.values()].toSorted()).toEqual(
      Array.from({ length: 40 }, (_, i) => `m${i}@exemplo.com.br`).toSorted(),
    )
    // Those on their way when it was killed, and no others.
    expect(smtp.heard.length).toBeLessThanOrEqual(40 + 4 * cycles)
    await smtp.down()
    rmSync(folder, { recursive: true })
    await server.drop()
  },
  patience,
)
