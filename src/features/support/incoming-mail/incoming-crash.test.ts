import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { bundled } from '#test/support/bundled.ts'
import { freshFolder, freshPostgresUrl } from '#test/support/databases.ts'
import { openImap } from '#test/support/imap.ts'
import { composed } from '#test/support/letters.ts'

/** A release shows 30: MAIL_CRASH_CYCLES=30. */
const cycles = Number(process.env.MAIL_CRASH_CYCLES ?? 2)
const patience = 120_000 + cycles * 30_000
const [inBox, piled] = [24, 8]

const [postman, command] = await Promise.all([
  bundled('test/support/postman.ts'),
  bundled('src/receive-mail.server.ts'),
])
afterAll(postman.remove)
afterAll(command.remove)

const mailOf = (n: number) =>
  composed({
    from: 'provedor@exemplo.com.br',
    to: 'suporte@outorga.example',
    subject: `Correspondência ${n}`,
    messageId: `<${n}@exemplo.com.br>`,
    text: `Texto ${n}.`,
    attachments: [{ filename: 'nota.txt', content: `Nota ${n}` }],
  })

/** Pipes a mail to the command, which answers once it is on the disk; throws where it answers anything but 0. */
const pipe = (folder: string, mail: Buffer) =>
  execFileSync(process.execPath, [command.path], { input: mail, env: { ...process.env, OUTORGA_DATA_DIR: folder } })

test(
  'killed at any moment each mail comes in once, whichever way it came, and is marked as read',
  async () => {
    const imap = await openImap()
    const folder = freshFolder()
    const server = await freshPostgresUrl()
    const all = inBox + piled / 2
    const mails = await Promise.all(Array.from({ length: all }, (_, n) => mailOf(n)))
    for (const mail of mails.slice(0, inBox)) imap.deliver(mail)
    // What was piled is among what is in the mailbox, too.
    for (const mail of mails.slice(inBox - piled / 2)) pipe(folder, mail)
    for (let cycle = 0; cycle <= cycles; cycle++) {
      const child = postman.start([String(all)], {
        OUTORGA_DATA_DIR: folder,
        DATABASE_URL: server.url,
        IMAP_URL: imap.url,
      })
      let said = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (cycle < cycles && said.includes('ready'))
          setTimeout(() => child.kill('SIGKILL'), 50 + Math.random() * 1_200)
        if (said.includes('done')) child.kill('SIGKILL')
      })
      await once(child, 'close')
      expect(said.includes('done') || cycle < cycles).toBe(true)
      if (said.includes('done')) break
    }
    const database = await openDatabase({ OUTORGA_DATA_DIR: folder, DATABASE_URL: server.url })
    const { rows } = await database.pool.query(
      `select count(*)::int as n, count(distinct subject)::int as subjects, count(distinct sha256)::int as files,
         count(*) filter (where state = 'bandeja' and why like 'Não conhecemos%' and attached like 'nota.txt%')::int as told from incoming_mails`,
    )
    expect(rows[0]).toEqual({ n: all, subjects: all, files: all, told: all })
    await database.close()
    expect(imap.mails.every(({ flags }) => flags.has('\\Seen'))).toBe(true)
    await imap.close()
    rmSync(folder, { recursive: true })
    await server.drop()
  },
  patience,
)
