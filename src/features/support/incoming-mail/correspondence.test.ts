import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { correspondence, type MadeMail } from '#test/support/correspondence.ts'
import { mailing, support } from '#test/support/mailing.ts'

/** A release shows 3,000 of another seed: MADE_MAILS=3000 MADE_SEED=7. */
const many = Number(process.env.MADE_MAILS ?? 240)
const seed = Number(process.env.MADE_SEED ?? 39)

interface CameOut {
  readonly subject: string
  readonly state: string
  readonly why: string | null
  readonly said: string
  readonly quoted: string
  readonly attached: string
  /** Files of its message, by their hash. */
  readonly files: readonly { readonly name: string; readonly sha256: string }[]
  readonly rings: boolean
}
const times = (text: string, what: string) => text.split(what).length - 1
const keyOf = (name: string) => /\d+z/.exec(name)?.[0] ?? name
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** What of a mail is not where it should be, in words; nothing where all of it is. */
function faultsOf(made: MadeMail, came: CameOut): readonly string[] {
  const faults: string[] = []
  const { said, quoted, attached, files, state } = came
  const words = `${said}\n${quoted}`
  for (const word of [...made.own, ...made.others].map(each => each.normalize('NFC'))) {
    const n = times(words, word)
    const isThere = !made.isCut || made.mail.includes(word)
    if (n > 1 || (isThere && n < 1)) faults.push(`word ${word} ${n} times`)
    else if (!made.isCut && made.own.includes(word) && !said.includes(word)) faults.push(`own word ${word} folded`)
  }
  if (made.isOfPerson && state !== 'mensagem' && !(state === 'bandeja' && came.rings))
    faults.push(`${state} without a bell`)
  if (made.isCut) {
    const whole = new Set(made.files.map(({ bytes }) => hashOf(bytes)))
    if (files.some(({ sha256 }) => !whole.has(sha256)) && !said.includes('veio cortado'))
      faults.push('a cut file as if whole')
    return faults
  }
  const seen = new Set<string>()
  for (const { name, bytes, isWanted } of made.files) {
    const [key, hash] = [keyOf(name), hashOf(bytes)]
    if (state !== 'mensagem') {
      if (times(attached, key) !== 1) faults.push(`file ${name} ${times(attached, key)} times in the tray`)
    } else if (isWanted && !seen.has(hash)) {
      const found = files.filter(({ sha256 }) => sha256 === hash)
      if (found.length !== 1 || !found[0]?.name.includes(key)) faults.push(`file ${name} stored ${found.length} times`)
    } else if (times(said, key) < 1) faults.push(`file ${name} is not named`)
    seen.add(hash)
  }
  return faults
}

describe('made mails of people, phones, webmails, machines and gateways', () => {
  const { world, emailOf, receive, ticketOf, replyAddress, answer } = mailing({ MAILS_PER_HOUR: '100000' })

  test(
    'each word and file is in the message, folded, named as refused, or in a tray that rings, and once',
    async () => {
      const [person, ticket] = [await emailOf('clientA'), await ticketOf()]
      await answer(ticket.id)
      const contact = 'financeiro@contato.example'
      await sql`update clients set email = ${contact} where id = ${world().target('clients', 'A1')?.id}`.execute(
        world().db,
      )
      const reply = await replyAddress(ticket.id, world().people.clientA)
      const next = correspondence(seed, { person, reply, own: support, contact })
      const made = Array.from({ length: many }, next)
      for (let at = 0; at < many; at += 100) await receive(...made.slice(at, at + 100).map(({ mail }) => mail))
      const { rows } = await sql<CameOut>`
        select m.subject, m.state, m.why, coalesce(t.content, m.body, '') as said, coalesce(t.quoted, m.quoted, '') as quoted,
          coalesce(m.attached, '') as attached, exists (select 1 from notices n where n.kind = 'correio-bandeja') and (m.person_id is not null or m.client_id is not null) as rings,
          coalesce((select json_agg(json_build_object('name', u.name, 'sha256', u.sha256)) from ticket_uploads u
            where u.message_id = m.message_id and u.deleted_at is null), '[]') as files
        from incoming_mails m left join ticket_messages t on t.id = m.message_id`.execute(world().db)
      const bySubject = new Map(rows.map(row => [row.subject, row]))
      const wrong = made.flatMap(mail => {
        const came = bySubject.get(mail.name.slice(0, 255).trim())
        const faults = came ? faultsOf(mail, came) : ['did not come']
        return faults.length
          ? [{ name: mail.name, state: came?.state, why: came?.why, faults: faults.slice(0, 6) }]
          : []
      })
      expect(wrong.slice(0, 12)).toEqual([])
      const states = new Map<string, number>()
      for (const { state } of rows) states.set(state, (states.get(state) ?? 0) + 1)
      expect([...states.keys()].toSorted()).toEqual(['bandeja', 'mensagem', 'recusada'])
      const { rows: bells } = await sql`select 1 from notices where kind = 'correio-bandeja' limit 1`.execute(
        world().db,
      )
      expect(bells).toHaveLength(1)
    },
    120_000 + many * 400,
  )
})
