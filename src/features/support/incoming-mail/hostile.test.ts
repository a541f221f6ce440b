import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { hostileMails } from '#test/support/hostile.ts'
import { raw } from '#test/support/letters.ts'
import { mailing, support } from '#test/support/mailing.ts'

/** A mail of forty megabytes that is never whole in memory: a text, and the beginning of a file. */
function vast(from: string, to: string) {
  const piece = Buffer.alloc(64 * 1024, 'QUJD')
  const head = raw(
    [
      `From: ${from}`,
      `To: ${to}`,
      'Subject: forty megabytes',
      'Message-ID: <vasto@hostil.example>',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="limite"',
    ],
    [
      '--limite',
      'Content-Type: text/plain',
      '',
      'Segue o projeto inteiro.',
      '--limite',
      'Content-Type: application/pdf; name="projeto.pdf"',
      'Content-Transfer-Encoding: base64',
      'Content-Disposition: attachment; filename="projeto.pdf"',
      '',
      '',
    ].join('\r\n'),
  )
  let given = 0
  const size = 40 * 1024 * 1024
  async function* bytes() {
    yield head
    // Only what tells whose it is is ever asked for.
    for (; given < 192 * 1024; given += piece.length) yield piece
  }
  return { size, bytes: bytes() }
}

describe('mail as hostile input', () => {
  const { world, emailOf, receive, told, ticketOf, saidIn, replyAddress, answer } = mailing()
  const counted = async (table: string) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(world().db)
    return rows[0]?.n ?? 0
  }

  test('of more than fifty nothing is lost, nothing is run, and no machine is answered', async () => {
    const [known, ticket] = [await emailOf('clientA'), await ticketOf()]
    await answer(ticket.id)
    await world().runner.settled()
    const { rows } = await sql<{ message_id: string }>`select message_id from mails order by id desc limit 1`.execute(
      world().db,
    )
    const to = await replyAddress(ticket.id, world().people.clientA)
    const all = hostileMails({ known, own: support, to, ours: rows[0]?.message_id ?? '' })
    expect(all.length).toBeGreaterThan(50)
    const [mails, tickets, held] = [await counted('mails'), await counted('tickets'), await counted('incoming_mails')]

    await receive(...all.map(({ mail }) => mail), vast(known, to))

    expect(await counted('incoming_mails')).toBe(held + all.length + 1)
    const found: { readonly name: string; readonly state: string | undefined; readonly said: string }[] = []
    for (const { name } of all) {
      const mail = await told(name)
      const said = mail?.message_id
        ? (await saidIn(ticket.id)).find(({ id }) => id === mail.message_id)?.content
        : mail?.why
      found.push({ name, state: mail?.state, said: said ?? '' })
    }
    const wrong = all.flatMap(({ name, state, says }, at) =>
      found[at]?.state === state && found[at].said.includes(says)
        ? []
        : [{ name, wanted: [state, says], found: found[at] }],
    )
    expect(wrong).toEqual([])
    const cut = await told('forty megabytes')
    expect(cut).toMatchObject({ state: 'mensagem', size: 40 * 1024 * 1024, ticket_id: ticket.id })
    expect((await saidIn(ticket.id)).find(({ id }) => id === cut?.message_id)?.content).toMatch(
      /^Segue o projeto inteiro\.\n\n\[Não veio com a mensagem: projeto\.pdf: O e-mail tem 40\sMB, e o limite é 36\sMB/,
    )
    // A sender's mails open no ticket where they answer one, and nobody was written to.
    expect([await counted('mails'), await counted('tickets')]).toEqual([mails, tickets])
    const bounced = await sql<{
      state: string
      error: string
    }>`select state, error from mails where message_id = ${rows[0]?.message_id}`.execute(world().db)
    expect(bounced.rows[0]).toMatchObject({ state: 'recusado', error: expect.stringContaining('no such user') })
  }, 240_000)

  test('what was said is text: nothing of it is markup, and nothing in it is hidden', async () => {
    const { rows } = await sql<{
      content: string
      quoted: string | null
    }>`
      select t.content, t.quoted from ticket_messages t join incoming_mails m on m.message_id = t.id`.execute(
      world().db,
    )
    expect(rows.length).toBeGreaterThan(10)
    for (const { content, quoted } of rows) {
      // oxlint-disable-next-line no-control-regex -- none of these may be there
      expect(`${content}${quoted ?? ''}`).not.toMatch(/<script|onerror|[\u0000-\u0008\u202e\ufffe]/)
      expect(content.length).toBeLessThanOrEqual(10_000)
    }
    const { rows: files } = await sql<{ ext: string }>`
      select distinct u.ext from ticket_uploads u join incoming_mails m on m.message_id = u.message_id`.execute(
      world().db,
    )
    expect(files.map(({ ext }) => ext)).toEqual(['txt'])
  })

  test('of one that is too long only the beginning is kept', async () => {
    const { rows } = await sql<{
      sha256: string
    }>`select sha256 from incoming_mails where subject = 'forty megabytes'`.execute(world().db)
    expect(rows).toHaveLength(1)
  })
})
