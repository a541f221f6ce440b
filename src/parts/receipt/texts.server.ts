import { Ended, workInChild } from '#parts/child/child.server.ts'
import type { Asker } from '#parts/child/turns.ts'
import type { StoreConfig } from '#parts/file/folder.server.ts'
import { withLocalFiles } from '#parts/file/local.server.ts'

/** The files at these paths are to be read. */
export interface TextsRequest {
  readonly paths: readonly string[]
}
/** The text of a file, or why there is none. */
export type TextFound =
  | { readonly text: string; readonly why: null }
  | { readonly text: null; readonly why: keyof typeof unreadReasons }

/** Why no text was read from a PDF, as a sentence shown in the tray. */
export const unreadReasons = {
  'sem-texto': 'Sem texto: parece uma imagem digitalizada. Escolha do que é.',
  'sem-paginas': 'O PDF não tem nenhuma página.',
  senha: 'O PDF pede senha: abra, salve sem senha e solte de novo, ou escolha do que é.',
  quebrado: 'O PDF está danificado e não foi possível ler. Baixe de novo de onde veio, ou escolha do que é.',
  pesado:
    'O PDF pede memória ou tempo demais para ser lido. Abra, imprima como PDF e solte de novo, ou escolha do que é.',
} as const

/** Files one process reads: to start one takes as long as to read twenty. */
export const readAtOnce = 8

/**
 * Reads the texts of stored files in a child process, in their order. A file that crashes it is answered as 'pesado', and a
 * new process reads the others.
 */
export const readTexts = (
  config: StoreConfig,
  asker: Asker,
  hashes: readonly string[],
): Promise<readonly TextFound[]> => withLocalFiles(config, hashes, all => textsAt(all, asker))

async function textsAt(all: readonly string[], asker: Asker): Promise<readonly TextFound[]> {
  const found: TextFound[] = []
  while (found.length < all.length) {
    const paths = all.slice(found.length)
    try {
      await workInChild<TextFound>({ from: import.meta.url, name: 'receipts-child' }, asker, { paths }, told =>
        found.push(told),
      )
      if (found.length < all.length) throw new Error('the process told less than it was asked')
    } catch (error) {
      if (!(error instanceof Ended)) throw error
      if (found.length < all.length) found.push({ text: null, why: 'pesado' })
    }
  }
  return found
}
