import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { MailThread } from '#parts/outbox/outbox.server.ts'
import { replyTo } from '#parts/reply/settings.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

// Where one person answers one ticket by mail. The token is in the address and in the thread's first Message-ID, which mail
// programs repeat: it says of which ticket an answer is, and is worth nothing unless the mail comes from that person.

interface Correspondence {
  readonly ticket_id: number
  readonly person_id: number
}
/** Message-IDs a thread carries along (RFC 5322, 3.6.4): programs go by the first and the last. */
const carried = 10
const token = /^[0-9a-f]{32}$/

const partsOf = (address: string) => {
  const [local = '', domain = ''] = address.split('@')
  return { local, domain }
}
const rootOf = (domain: string, of: string) => `<chamado.${of}@${domain}>`

/** Gives the reply address and thread of a mail to this person about this ticket; null if the office takes no mail. */
export async function threadOf(
  { sql: db, config }: { readonly sql: Sql; readonly config: Config },
  { ticket_id, person_id }: Correspondence,
): Promise<MailThread | null> {
  const address = config.of(replyTo)
  if (!address) return null
  const { local, domain } = partsOf(address)
  const { rows } = await sql<{ token: string; thread: readonly string[] }>`
    insert into reply_addresses (token, ticket_id, person_id) values (${randomBytes(16).toString('hex')}, ${ticket_id}, ${person_id})
    on conflict (ticket_id, person_id) do update set token = reply_addresses.token returning token, thread`.execute(db)
  const { token: own = '', thread = [] } = rows[0] ?? {}
  const root = rootOf(domain, own)
  return {
    replyTo: `${local}+${own}@${domain}`,
    inReplyTo: thread.at(-1) ?? root,
    references: [root, ...thread.slice(-carried)],
  }
}

/** What was written under it, so that the next mail answers that. */
export const noteInThread = (db: Sql, { ticket_id, person_id }: Correspondence, messageId: string) =>
  sql`
    update reply_addresses set thread = (thread || ${messageId}::text)[greatest(1, cardinality(thread) + 2 - ${carried}):]
    where ticket_id = ${ticket_id} and person_id = ${person_id} and not ${messageId} = any(thread)`.execute(db)

/** The token of the address a mail was sent to, or of the thread it answers; null where there is none. */
export function tokenIn(
  config: Config,
  { to, references }: { readonly to: readonly string[]; readonly references: readonly string[] },
): string | null {
  const address = config.of(replyTo)
  if (!address) return null
  const own = partsOf(address)
  const ofAddress = to.flatMap(each => {
    const { local, domain } = partsOf(each.toLowerCase())
    return domain === own.domain && local.startsWith(`${own.local}+`) ? [local.slice(own.local.length + 1)] : []
  })
  const ofThread = references.flatMap(each => /^<chamado\.([0-9a-f]{32})@[^@>]+>$/.exec(each.toLowerCase())?.[1] ?? [])
  return [...ofAddress, ...ofThread].find(each => token.test(each)) ?? ofAddress[0] ?? null
}

/** Whose it is, and of which ticket. */
export async function holderOfReply(db: Sql, of: string): Promise<Correspondence | null> {
  const { rows } = await sql<Correspondence>`
    select ticket_id, person_id from reply_addresses where token = ${of}`.execute(db)
  return rows[0] ?? null
}
