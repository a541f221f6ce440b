import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { bundled } from '#test/support/bundled.ts'
import { freshFolder, freshPostgresUrl } from '#test/support/databases.ts'
import { openSmtp } from '#test/support/smtp.ts'

/** A release shows 30: MAIL_CRASH_CYCLES=30. */
const cycles = Number(process.env.MAIL_CRASH_CYCLES ?? 2)
const patience = 120_000 + cycles * 30_000

const mailer = await bundled('test/support/mailer.ts')
afterAll(mailer.remove)

/** Lets it send for a moment, and kills it; in the last cycle, once all went. */
async function sendAndDie(env: Readonly<Record<string, string>>, last: boolean) {
  const child = mailer.start([], env)
  let said = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    said += text
    if (!last && said.includes('ready')) setTimeout(() => child.kill('SIGKILL'), Math.random() * 150)
    if (said.includes('done')) child.kill('SIGKILL')
  })
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
}

test(
  'killed at any moment no mail is lost, and one that goes twice is the same message to its mailbox',
  async () => {
    const smtp = await openSmtp(15)
    const folder = freshFolder()
    const server = await freshPostgresUrl()
    const env = { OUTORGA_DATA_DIR: folder, DATABASE_URL: server.url, SMTP_URL: smtp.url }
    for (let cycle = 0; cycle <= cycles; cycle++) await sendAndDie(env, cycle === cycles)
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
