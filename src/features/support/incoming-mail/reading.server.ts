import type { MailReading } from '#features/support/incoming-mail/read.ts'
import { Ended, workInChild } from '#parts/child/child.server.ts'
import { withLocalFile, withLocalFiles } from '#parts/file/local.server.ts'
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
export const readMails = (config: Config, hashes: readonly string[]): Promise<readonly ReadMail[]> =>
  withLocalFiles(config, hashes, paths => readAll(paths, { own: ownAddresses(config) }))

/** Sender and recipients of a stored mail, from its head alone. */
export const readHead = (config: Config, sha256: string): Promise<ReadMail> =>
  withLocalFile(config, sha256, path => headAt(path, ownAddresses(config)))

async function headAt(path: string, own: readonly string[]): Promise<ReadMail> {
  const [head] = await readAll([path], { own, headsOnly: true })
  return head ?? { reading: null, files: [] }
}

async function readAll(
  all: readonly string[],
  { own, headsOnly = false }: Omit<MailsRequest, 'paths'>,
): Promise<readonly ReadMail[]> {
  const read: ReadMail[] = []
  let files: MailFile[] = []
  const hear = (piece: MailPiece) => {
    if ('file' in piece) return void files.push(piece.file)
    read.push({ reading: piece.reading, files })
    files = []
  }
  while (read.length < all.length) {
    const paths = all.slice(read.length)
    try {
      await workInChild<MailPiece>(
        { from: import.meta.url, name: 'incoming-child' },
        { user: 0, patient: true },
        { paths, own, headsOnly } satisfies MailsRequest,
        hear,
      )
      if (read.length < all.length) throw new Error('the process told less than it was asked')
    } catch (error) {
      if (!(error instanceof Ended)) throw error
      files = []
      const ended = all[read.length]
      if (ended !== undefined) read.push(headsOnly ? { reading: null, files: [] } : await headAt(ended, own))
    }
  }
  return read
}
