import type { MailReading } from '#features/incoming/read.ts'
import { Ended, workInChild } from '#parts/child/child.server.ts'
import { pathOf } from '#parts/file/folder.server.ts'
import { replyTo } from '#parts/reply/settings.server.ts'
import type { Config } from '#server/config.ts'
import { senderOf } from '#server/mail.ts'

/** Mails to be read, where their bytes are kept. */
export interface MailsRequest {
  readonly paths: readonly string[]
  /** Our own addresses, in lower case. */
  readonly own: readonly string[]
}
/** What came along with a mail. */
export interface MailFile {
  readonly name: string
  readonly bytes: Buffer
}
/** What the process tells, piece by piece: each file, and at the end the rest. */
export type MailPiece = { readonly file: MailFile } | { readonly reading: MailReading }

export interface ReadMail {
  /** Null where it asks for more memory or time than a mail may. */
  readonly reading: MailReading | null
  readonly files: readonly MailFile[]
}

/** The addresses mails of ours come from, and answers go to, in lower case. */
export const ownAddresses = (config: Config): readonly string[] =>
  [config.of(replyTo), senderOf(config)].flatMap(each => (each ? [each.toLowerCase()] : []))

/**
 * Reads kept mails, in their order, in a process apart: nothing a mail does reaches the server. One that takes its process with it
 * is told, and the others are read in another.
 */
export async function readMails(config: Config, hashes: readonly string[]): Promise<readonly ReadMail[]> {
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
        { paths, own } satisfies MailsRequest,
        hear,
      )
      if (read.length < hashes.length) throw new Error('the process told less than it was asked')
    } catch (error) {
      if (!(error instanceof Ended)) throw error
      if (read.length < hashes.length) read.push({ reading: null, files: [] })
      files = []
    }
  }
  return read
}
