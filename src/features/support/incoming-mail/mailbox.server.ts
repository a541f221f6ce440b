import type { ImapFlow } from 'imapflow'
import { sql } from 'kysely'
import { cutLimit, takeIn, type MailServices } from '#features/support/incoming-mail/arrive.server.ts'
import { mailLimit } from '#features/support/incoming-mail/incoming.ts'
import { imapUrl } from '#features/support/incoming-mail/settings.server.ts'
import { problem } from '#kernel/problem.ts'
import type { Config } from '#server/config.ts'
import { isThisMachine } from '#server/hosts.ts'
import type { Sql } from '#server/operation.ts'

/** Mails taken in one turn: the next goes on. */
const atOnce = 200
/** Milliseconds. */
const patience = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

interface Mailbox {
  readonly client: ImapFlow
  readonly path: string
  /** The name its place is remembered under, without the password. */
  readonly account: string
}

async function boxOf(config: Config): Promise<Mailbox | null> {
  const given = config.of(imapUrl)
  if (!given) return null
  const { ImapFlow } = await import('imapflow')
  const { protocol, host, hostname, port, username, password, pathname } = new URL(given)
  const [user, path] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1)) || 'INBOX']
  const secure = protocol === 'imaps:'
  const client = new ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 993 : 143,
    secure,
    // A password crosses no wire in the clear.
    ...(!secure && !isThisMachine(hostname) && { doSTARTTLS: true }),
    auth: { user, pass: decodeURIComponent(password) },
    disableAutoIdle: true,
    logger: false,
    ...patience,
  })
  // What breaks is thrown by whatever waits for an answer.
  client.on('error', () => undefined)
  return { client, path, account: `${user}@${host}/${path}` }
}

/** Returns the UID up to which mails were received; a new mailbox starts at its newest, and older unseen mails still come in. */
async function placeIn(db: Sql, account: string, validity: string, newest: number): Promise<number> {
  const { rows } = await sql<{ last_uid: number }>`
    insert into mailboxes (account, validity, last_uid) values (${account}, ${validity}, ${newest})
    on conflict (account) do update set validity = excluded.validity,
      last_uid = case when mailboxes.validity = excluded.validity then mailboxes.last_uid else excluded.last_uid end
    returning last_uid::float8 as last_uid`.execute(db)
  return rows[0]?.last_uid ?? newest
}

/**
 * Receives new mail from the configured mailbox: all since the last run, read by somebody or not, and all unread. A mail is
 * marked as read once it is stored. Returns how many came; null if no mailbox is configured.
 */
export async function takeMailbox(house: MailServices, signal: AbortSignal): Promise<number | null> {
  const box = await boxOf(house.config)
  if (!box) return null
  const { client, path, account } = box
  const stop = () => client.close()
  signal.addEventListener('abort', stop)
  try {
    await client.connect()
    const { uidValidity, uidNext } = await client.mailboxOpen(path)
    const last = await placeIn(house.database.kysely, account, String(uidValidity), Math.max(0, uidNext - 1))
    const found = await client.search({ or: [{ seen: false }, { uid: `${last + 1}:*` }] }, { uid: true })
    let came = 0
    // An open-ended range always includes the last mail.
    for (const uid of (found || []).toSorted((one, other) => one - other).slice(0, atOnce)) {
      signal.throwIfAborted()
      if (await takeOne(house, box, uid, last)) came++
    }
    await client.logout()
    return came
  } catch (error) {
    signal.throwIfAborted()
    throw problem('outside', { message: `Caixa de correio: ${troubleOfBox(error)}`, cause: error })
  } finally {
    signal.removeEventListener('abort', stop)
    client.close()
  }
}

/** One mail, by its number; true where it was not here yet. */
async function takeOne(house: MailServices, { client, account }: Mailbox, uid: number, last: number): Promise<boolean> {
  const told = await client.fetchOne(uid, { uid: true, size: true, flags: true }, { uid: true })
  // Somebody took it out meanwhile.
  if (!told || (uid <= last && told.flags?.has('\\Seen'))) return false
  const size = told.size ?? 0
  const { content } = await client.download(uid, undefined, {
    uid: true,
    maxBytes: size > mailLimit ? cutLimit : mailLimit,
  })
  if (!content) return false
  const taken = await takeIn(house, { size, bytes: whole(content, client) }, trx =>
    sql`update mailboxes set last_uid = greatest(last_uid, ${uid}) where account = ${account}`.execute(trx),
  )
  await client.messageFlagsAdd(uid, ['\\Seen'], { uid: true })
  return taken === 'new'
}

/** All of a mail: one whose end the connection cut off is none. */
async function* whole(content: AsyncIterable<Uint8Array>, client: ImapFlow) {
  yield* content
  if (!client.usable) throw new Error('the connection ended in the middle of a mail')
}

interface BoxFailure {
  readonly code?: unknown
  readonly authenticationFailed?: unknown
  readonly tlsFailed?: unknown
  readonly responseText?: unknown
  readonly message?: unknown
}
const unreached: Readonly<Record<string, string>> = {
  ENOTFOUND: 'o nome do servidor em IMAP_URL não foi encontrado.',
  ECONNREFUSED: 'o servidor recusa a conexão, ou está fora do ar.',
  CONNECT_TIMEOUT: 'o servidor não respondeu a tempo.',
  GREETING_TIMEOUT: 'o servidor não respondeu a tempo.',
  ETIMEDOUT: 'o servidor não respondeu a tempo.',
  ETIMEOUT: 'o servidor não respondeu a tempo.',
}
/** What failed, in words and without the password. */
function troubleOfBox(error: unknown): string {
  const { code, authenticationFailed, tlsFailed, responseText, message }: BoxFailure =
    typeof error === 'object' && error ? error : {}
  if (authenticationFailed) return 'o servidor não aceitou o usuário e a senha de IMAP_URL.'
  if (tlsFailed) return `a conexão segura com o servidor não foi aceita (${String(code ?? message)}).`
  const known = typeof code === 'string' ? unreached[code] : undefined
  return known ?? `a conversa com o servidor falhou (${String(responseText ?? message ?? 'sem motivo').slice(0, 200)}).`
}
