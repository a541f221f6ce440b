import type { MailReading } from '#features/support/incoming-mail/read.ts'
import { Ended, workInChild } from '#parts/child/child.server.ts'
import { pathOf } from '#parts/file/folder.server.ts'
import { replyTo } from '#parts/reply/settings.server.ts'
import type { Config } from '#server/config.ts'
import { senderOf } from '#server/mail.ts'

/** Mails to read, by the paths of their bytes. */
export interface MailsRequest {
  readonly paths: readonly string[]
  /** Our own addresses, in lower case. */
  readonly own: readonly string[]
  /** What their heads say of whose they are, and nothing else. */
  readonly headsOnly?: boolean
}
/** What came along with a mail. */
export interface MailFile {
  readonly name: string
  readonly bytes: Buffer
}
/** The process sends each file separately, and the rest at the end. */
export type MailPiece = { readonly file: MailFile } | { readonly reading: MailReading }

export interface ReadMail {
  /** Of one that asks for more memory or time than a mail may, what its head says; null where that does too. */
  readonly reading: MailReading | null
  readonly files: readonly MailFile[]
}

/** The addresses mails of ours come from, and answers go to, in lower case. */
export const ownAddresses = (config: Config): readonly string[] =>
  [config.of(replyTo), senderOf(config)].flatMap(each => (each ? [each.toLowerCase()] : []))

/**
 * Reads stored mails in order in another process, so that none can harm the server. If a mail ends its process, another process
 * reads its head and the mails after it.
 */
export async function readMails(
  config: Config,
  hashes: readonly string[],
  { headsOnly = false }: Pick<MailsRequest, 'headsOnly'> = {},
): Promise<readonly ReadMail[]> {
  const read: ReadMail[] = []
  const own = ownAddresses(config)
  let files: MailFile[] = []
  const hear = (piece: MailPiece) => {
    if ('file' in piece) return void files.push(piece.file)
    read.push({ reading: piece.reading, files })
    files = []
  }
  while (read.length < hashes.length) {
    const paths = hashes.slice(read.length).map(sha256 => pathOf(config, sha256))
    try {
      await workInChild<MailPiece>(
        { from: import.meta.url, name: 'incoming-child' },
        { user: 0, patient: true },
        { paths, own, headsOnly } satisfies MailsRequest,
        hear,
      )
      if (read.length < hashes.length) throw new Error('the process told less than it was asked')
    } catch (error) {
      if (!(error instanceof Ended)) throw error
      files = []
      const ended = hashes[read.length]
      if (ended !== undefined) read.push(headsOnly ? { reading: null, files: [] } : await readHead(config, ended))
    }
  }
  return read
}

/** Sender and recipients of a stored mail, from its head alone. */
export async function readHead(config: Config, sha256: string): Promise<ReadMail> {
  const [head] = await readMails(config, [sha256], { headsOnly: true })
  return head ?? { reading: null, files: [] }
}
