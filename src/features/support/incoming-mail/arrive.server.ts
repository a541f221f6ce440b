import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { incomingMails, mailLimit } from '#features/support/incoming-mail/incoming.ts'
import type { StoreConfig } from '#parts/file/folder.server.ts'
import { keepStream, openStored } from '#parts/file/store.server.ts'
import type { House } from '#server/house.ts'
import type { Sql } from '#server/operation.ts'

/** A mail at the door. Of one that is too long only the beginning comes in: `bytes` are that, and `size` is the whole mail's. */
export interface MailAtDoor {
  readonly size: number
  readonly bytes: AsyncIterable<Uint8Array>
}
/** Receiving a mail needs only these. */
export type MailServices = Pick<House, 'config' | 'database' | 'events'>
/** Bytes of headers, enough to find the owner. */
const headLimit = 256 * 1024
/** Bytes that come in of a mail that is too long: mail programs write the text before the files. */
export const cutLimit = 4 * 1024 * 1024

/**
 * Keeps a mail as it came, once: its bytes on the disk, then its row, with whatever `mark` writes in the same transaction.
 * Killed before that, it has not come in, and is taken again.
 */
export async function takeIn(
  { config, database, events }: MailServices,
  { size, bytes }: MailAtDoor,
  mark: (trx: Sql) => Promise<unknown> = async () => undefined,
): Promise<'new' | 'known'> {
  const { sha256 } = await keepStream({ config, sql: database.kysely }, bytes, mailLimit)
  const print = await printOf(config, sha256, size)
  const uuid = await database.kysely.transaction().execute(async trx => {
    const { rows } = await sql<{ uuid: string }>`
      insert into incoming_mails (subject, size, sha256, print) values ('(ainda não lido)', ${Math.min(size, 2 ** 31 - 1)}, ${sha256}, ${print})
      on conflict (print) do nothing returning uuid`.execute(trx)
    await mark(trx)
    return rows[0]?.uuid
  })
  if (uuid) events.tell({ of: incomingMails, uuid })
  return uuid ? 'new' : 'known'
}

const naming = ['message-id', 'from', 'date', 'subject'] as const

/**
 * What two copies of a mail have in common, whichever ways they came: who wrote what and when, and every byte of the body, but
 * not what servers noted on the way, nor how lines end. A Message-ID alone is not enough: some programs give all mails the same.
 */
async function printOf(config: StoreConfig, sha256: string, size: number): Promise<string> {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let isBody = false
  let lines = 0
  /** Line ends at the very end do not count: programs add and take them. */
  const take = (bytes: Uint8Array) => {
    const bare = Buffer.from(bytes).filter(byte => byte !== 13)
    const end = bare.findLastIndex(byte => byte !== 10) + 1
    if (end) {
      hash.update('\n'.repeat(lines)).update(bare.subarray(0, end))
      lines = 0
    }
    lines += bare.length - end
  }
  for await (const bytes of (await openStored(config, sha256)).bytes) {
    if (isBody) take(bytes)
    else {
      head = Buffer.concat([head, bytes])
      const end = /\r?\n\r?\n/.exec(head.toString('latin1'))
      if (!end && head.length <= headLimit) continue
      isBody = true
      const at = end ? end.index + end[0].length : head.length
      take(head.subarray(at))
      head = head.subarray(0, at)
    }
  }
  const unfolded = head
    .toString('latin1')
    .replace(/\r/g, '')
    .replace(/\n[ \t]+/g, ' ')
  for (const name of naming)
    hash.update(`\n${name}:${new RegExp(`^${name}:(.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? ''}`)
  return hash.update(size > mailLimit ? `\n${size}` : '').digest('hex')
}
