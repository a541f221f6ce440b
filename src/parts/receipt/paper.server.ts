import { problem } from '#kernel/problem.ts'
import { readReceipt, type ReceiptReading } from '#parts/receipt/read.ts'
import { readTexts } from '#parts/receipt/texts.server.ts'
import { refusalError, isReceiptVerdict, isRefusalVerdict } from '#parts/receipt/verdict.ts'
import type { Asker } from '#parts/child/turns.ts'
import type { StoreConfig } from '#parts/file/folder.server.ts'
import { readStored } from '#parts/file/store.server.ts'

/** Characters of a plain text that are read. */
const charactersRead = 200_000

/**
 * What a file that somebody gives as a receipt says: a PDF is read in a process apart, a text as it is; null where it has no
 * text, a photograph say. Throws a 503 where too many wait to be read.
 */
export async function readPaperFile(
  config: StoreConfig,
  asker: Asker,
  { ext, sha256 }: { readonly ext: string; readonly sha256: string },
): Promise<ReceiptReading | null> {
  if (ext === 'pdf') {
    const [found] = await readTexts(config, asker, [sha256])
    return found?.text ? readReceipt(found.text) : null
  }
  if (ext !== 'txt' && ext !== 'csv' && ext !== 'xml') return null
  const bytes = await readStored(config, sha256)
  const text = new TextDecoder('utf-8').decode(bytes)
  return readReceipt(
    (text.includes('\ufffd') ? new TextDecoder('windows-1252').decode(bytes) : text).slice(0, charactersRead),
  )
}

/** What of a reading is written beside a paper that is stored with something filed. */
export const paperFacts = (reading: ReceiptReading | null, protocol: string | null) => ({
  protocol: protocol ?? onlyProtocol(reading),
  verdict: reading?.outcome.verdict ?? null,
  words: reading?.outcome.words || null,
  issued_on: reading?.day ?? null,
  rows: reading?.outcome.rows.filed ?? null,
})
export type PaperFacts = ReturnType<typeof paperFacts>

/** The one number the text gives. */
export const onlyProtocol = (reading: ReceiptReading | null): string | null => {
  const [protocol = null, other] = reading?.protocols ?? []
  return other === undefined ? protocol : null
}

/** The answer once a receipt is stored. */
export function storedMessage(reading: ReceiptReading | null): string {
  const { verdict = 'incerto', words = '', doubt = null } = reading?.outcome ?? {}
  if (isReceiptVerdict(verdict)) return `Recibo guardado com sucesso. Diz: “${words}”.`
  return `Recibo guardado com sucesso.${reading && doubt ? ` ${doubt}: confira.` : ''}`
}

/** The 409 of a paper that may be no receipt of what it is given for, with what would be registered where it looks like a refusal. */
export const doubtful = (doubts: readonly string[], reading: ReceiptReading | null) =>
  problem('conflict', {
    message: doubts.join(' '),
    data: {
      doubts,
      error: reading && isRefusalVerdict(reading.outcome.verdict) ? refusalError(reading.outcome) : null,
    },
  })
