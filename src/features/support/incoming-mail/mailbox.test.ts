import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#settings.server.ts'
import { takeMailbox } from '#features/support/incoming-mail/mailbox.server.ts'
import type { Database } from '#server/database/database.ts'
import { Events } from '#server/events.ts'
import { freshDatabase } from '#test/support/databases.ts'
import { openImap, type ImapServer } from '#test/support/imap.ts'
import { raw } from '#test/support/letters.ts'

const folder = mkdtempSync(join(tmpdir(), 'outorga-mailbox-'))
let database: Database
let imap: ImapServer
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const mail = (subject: string) =>
  raw({ From: 'a@exemplo.com.br', Subject: subject, 'Message-ID': `<${subject}@exemplo.com.br>` }, subject)
const seen = (uid: number) => imap.mails.find(each => each.uid === uid)?.flags.add('\\Seen')

/** How many mails come in from the mailbox of a server. */
function take(url = imap.url) {
  const config = readConfig({ OUTORGA_DATA_DIR: folder, OUTORGA_DEMO: '0', LOG_LEVEL: 'silent', IMAP_URL: url })
  return takeMailbox({ config, database, events: new Events() }, new AbortController().signal)
}
const last = async () => {
  const { rows } = await database.pool.query<{ size: number }>(
    'select size from incoming_mails order by id desc limit 1',
  )
  return rows[0]?.size
}

beforeEach(async () => {
  imap = await openImap()
})
afterEach(() => imap.close())

test('what nobody read comes in and is marked; what came since does even if somebody read it; nothing twice', async () => {
  seen(imap.deliver(mail('velho')))
  imap.deliver(mail('novo'))
  seen(imap.deliver(mail('lido')))
  expect(await take()).toBe(1)
  expect(imap.mails.map(({ flags }) => flags.has('\\Seen'))).toEqual([true, true, true])
  expect(await take()).toBe(0)
  expect(imap.bodies).toBe(1)
  seen(imap.deliver(mail('lido por alguém')))
  expect(await take()).toBe(1)
  // Under other numbers the same mails are the same.
  imap.renumber()
  for (const { flags } of imap.mails) flags.delete('\\Seen')
  imap.deliver(mail('depois'))
  // Those two, and the two that had been read before the mailbox was ever looked at.
  expect(await take()).toBe(3)
})

test('of a mail of forty megabytes only the beginning is asked for', async () => {
  const vast = Buffer.concat([mail('vasto'), Buffer.alloc(40 * 1024 * 1024, 'QUJD')])
  imap.deliver(vast)
  expect(await take()).toBe(1)
  expect(await last()).toBe(vast.length)
})

test('a server that cuts off in the middle leaves no half of a mail, and it comes in the next time', async () => {
  imap.deliver(mail('cortado'))
  imap.cut(socket => socket.destroy())
  await expect(take()).rejects.toThrow('Caixa de correio')
  imap.cut(null)
  expect(await take()).toBe(1)
})

test('a wrong password is told, and not shown', async () => {
  await expect(take(imap.url.replace('senha', 'errada'))).rejects.toThrow(
    /^Caixa de correio: o servidor não aceitou o usuário e a senha de IMAP_URL\.$/,
  )
})
