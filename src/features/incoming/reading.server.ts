import type { MailReading } from '#features/incoming/read.ts'
import { Ended, workInChild } from '#parts/child/child.server.ts'
import { pathOf, type DataFolder } from '#parts/file/folder.server.ts'

/** A mail to be read, where its bytes are kept. */
export interface MailRequest {
  readonly path: string
}
/** What came along with a mail. */
export interface MailFile {
  readonly name: string
  readonly bytes: Buffer
}
/** What the process tells, piece by piece: each file, and at the end the rest. */
export type MailPiece = { readonly file: MailFile } | { readonly reading: MailReading } | { readonly broken: true }

export interface ReadMail {
  /** Null where it could not be read: it is broken, or asks for more memory or time than a mail may. */
  readonly reading: MailReading | null
  readonly files: readonly MailFile[]
  readonly why: keyof typeof unread | null
}

/** Why a mail tells nothing, for whoever has it in the tray. */
export const unread = {
  quebrado: 'O e-mail está malformado e não foi possível ler: abra o original para ver de que se trata.',
  pesado: 'O e-mail pede memória ou tempo demais para ser lido: abra o original com cuidado, ou descarte.',
} as const

/** Reads a kept mail in a process apart: nothing a mail does reaches the server. */
export async function readMail(config: DataFolder, sha256: string): Promise<ReadMail> {
  const files: MailFile[] = []
  let reading: MailReading | null = null
  try {
    await workInChild<MailPiece>(
      { from: import.meta.url, name: 'incoming-child' },
      { user: 0, patient: true },
      { path: pathOf(config, sha256) } satisfies MailRequest,
      piece => {
        if ('file' in piece) files.push(piece.file)
        else if ('reading' in piece) reading = piece.reading
      },
    )
  } catch (error) {
    if (!(error instanceof Ended)) throw error
    return { reading: null, files: [], why: 'pesado' }
  }
  return reading ? { reading, files, why: null } : { reading: null, files: [], why: 'quebrado' }
}
