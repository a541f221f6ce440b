import { createHash } from 'node:crypto'
import { sow } from '#features/platform/demo/sow.server.ts'
import { post, type DemoMail } from '#features/platform/demo/post.ts'
import { incomingMails } from '#features/support/incoming-mail/incoming.ts'
import { keepFiles } from '#parts/file/store.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

interface PostSowing {
  readonly clients: readonly number[]
  readonly companies: readonly number[]
  readonly users: readonly number[]
  readonly today: string
}

/** Mail in the tray, and what was refused or put aside, each with the mail as it came. */
export async function fillPost(db: Sql, config: Config, { clients, companies, users, today }: PostSowing) {
  const noon = Date.parse(`${today}T12:00:00-03:00`)
  const at = ({ hoursAgo }: DemoMail) => new Date(noon - hoursAgo * 3_600_000).toISOString()
  const raws = post.map(mail => Buffer.from(rawOf(mail, at(mail)), 'utf8'))
  const hashes = await keepFiles({ config, sql: db }, raws)
  const rows = post.map((mail, i) => ({
    subject: mail.subject,
    sender_name: mail.from[0],
    sender: mail.from[1],
    recipient: 'suporte@outorga.example',
    state: mail.state,
    why: mail.why,
    sent_at: at(mail),
    created_at: at(mail),
    updated_at: at(mail),
    size: raws[i]?.length ?? 0,
    body: mail.text,
    quoted: mail.quoted ?? null,
    attached: mail.files?.join('\n') ?? null,
    client_id: mail.client === undefined ? null : (clients[mail.client] ?? null),
    empresa_id: mail.client === undefined ? null : (companies[0] ?? null),
    settler_id: mail.state === 'descartada' ? (users[1] ?? null) : null,
    settled_at: mail.state === 'descartada' ? at(mail) : null,
    sha256: hashes[i] ?? null,
    print: createHash('sha256')
      .update(raws[i] ?? '')
      .digest('hex'),
  }))
  // As they came: the last is the newest.
  await sow(db, incomingMails, rows.toReversed())
}

function rawOf({ from: [name, address], subject, text, quoted, headers = [], files = [] }: DemoMail, at: string) {
  const coded = (words: string) => `=?utf-8?B?${Buffer.from(words).toString('base64')}?=`
  const head = [
    `From: ${coded(name)} <${address}>`,
    'To: suporte@outorga.example',
    `Subject: ${coded(subject)}`,
    `Date: ${new Date(at).toUTCString()}`,
    `Message-ID: <${createHash('sha256').update(subject).digest('hex').slice(0, 20)}@${address.split('@')[1]}>`,
    ...headers,
    'MIME-Version: 1.0',
  ]
  const words = ['Content-Type: text/plain; charset=utf-8', '', [text, quoted].filter(Boolean).join('\n\n')]
  if (!files.length) return [...head, ...words].join('\r\n')
  const parts = files.map(file =>
    [
      '--parte',
      'Content-Type: application/pdf',
      `Content-Disposition: attachment; filename="${file}"`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64'),
    ].join('\r\n'),
  )
  return [
    ...head,
    'Content-Type: multipart/mixed; boundary=parte',
    '',
    '--parte',
    ...words,
    ...parts,
    '--parte--',
    '',
  ].join('\r\n')
}
