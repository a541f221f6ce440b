import { isLight, overLong, readHere } from '#parts/table/read.server.ts'
import type { TextTable, TableOptions, TextRecord } from '#parts/table/table.ts'
import type { TableMessage } from '#parts/table/table-child.server.ts'
import { Ended, workInChild } from '#parts/child/child.server.ts'
import type { Asker } from '#parts/child/turns.ts'

/** The user reads this of a file that ended its process. */
export const tooMuch = 'O arquivo é grande ou complexo demais para ser lido. Divida-o ou salve como CSV.'

/**
 * Reads a table from uploaded bytes: CSV or XLSX, of any encoding and separator. Answers a sentence for the user where it
 * cannot, and never throws for bad bytes. A child process reads what is long or compressed, in turns by `asker`: throws a 503
 * when too many wait.
 */
export async function readTable(
  bytes: Uint8Array,
  asker: Asker,
  options: TableOptions = {},
): Promise<TextTable | string> {
  if (isLight(bytes) || overLong(bytes) !== null) return readHere(bytes, options)
  let head: Pick<TextTable, 'facts' | 'above' | 'header' | 'hidden'> | undefined
  let reason = tooMuch
  const records: TextRecord[] = []
  const hear = (told: TableMessage) => {
    if (typeof told === 'string') reason = told
    else if ('facts' in told) head = told
    else for (const each of told) records.push(each)
  }
  try {
    await workInChild({ from: import.meta.url, name: 'table-child' }, asker, { bytes, options }, hear)
  } catch (error) {
    if (!(error instanceof Ended)) throw error
    return tooMuch
  }
  return head ? { ...head, records } : reason
}
