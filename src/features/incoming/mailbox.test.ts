import { describe, expect, test } from 'vitest'
import { readConfig } from '#settings.server.ts'
import { takeMailbox } from '#features/incoming/mailbox.server.ts'
import { Events } from '#server/events.ts'
import { freshDatabase, freshDataFolder } from '#test/support/databases.ts'
import { openImap } from '#test/support/imap.ts'
import { raw } from '#test/support/letters.ts'

const never = new AbortController().signal
const mail = (subject: string) =>
  raw({ From: 'a@exemplo.com.br', Subject: subject, 'Message-ID': `<${subject}@exemplo.com.br>` }, subject)

/** The door of a house with this mailbox, and how long each mail is that came in. */
async function houseWith(url: string) {
  const database = await freshDatabase('embedded')
  const config = readConfig({
    OUTORGA_DATA_DIR: await freshDataFolder(),
    OUTORGA_DEMO: '0',
    LOG_LEVEL: 'silent',
    IMAP_URL: url,
  })
  const held = async () => {
    const { rows } = await database.pool.query<{ size: number }>('select size from incoming_mails order by id')
    return rows.map(({ size }) => size)
  }
  return {
    take: () => takeMailbox({ config, database, events: new Events() }, never),
    held,
    close: () => database.close(),
  }
}

describe('the mailbox', () => {
  test('what nobody read comes in and is marked; what came since does even if somebody read it; nothing twice', async () => {
    const imap = await openImap()
    const { take, held, close } = await houseWith(imap.url)
    const seen = (uid: number) => imap.mails.find(each => each.uid === uid)?.flags.add('\\Seen')
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
    imap.deliver(mail('depois'))
    expect(await take()).toBe(1)
    expect(await held()).toHaveLength(3)
    await close()
    await imap.close()
  })

  test('of a mail of forty megabytes only the headers are asked for', async () => {
    const imap = await openImap()
    const { take, held, close } = await houseWith(imap.url)
    const vast = Buffer.concat([mail('vasto'), Buffer.alloc(40 * 1024 * 1024, 'QUJD')])
    imap.deliver(vast)
    expect(await take()).toBe(1)
    expect(await held()).toEqual([vast.length])
    await close()
    await imap.close()
  })

  test('a server that cuts off in the middle leaves no half of a mail, and a wrong password is told', async () => {
    const imap = await openImap()
    const { take, held, close } = await houseWith(imap.url)
    imap.deliver(mail('cortado'))
    imap.cut(socket => socket.destroy())
    await expect(take()).rejects.toThrow('Caixa de correio')
    expect(await held()).toEqual([])
    imap.cut(null)
    expect(await take()).toBe(1)
    await close()
    const other = await houseWith(imap.url.replace('senha', 'errada'))
    await expect(other.take()).rejects.toThrow('não aceitou o usuário e a senha de IMAP_URL')
    await other.close()
    await imap.close()
  })
})
