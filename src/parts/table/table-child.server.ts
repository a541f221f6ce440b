import { readHere } from '#parts/table/read.server.ts'
import type { TextTable, TableOptions, TextRecord } from '#parts/table/table.ts'
import { errand } from '#parts/child/child.server.ts'

/** Records per message, few enough that receiving one does not block the parent process for long. */
const piece = 5_000

export type TableMessage = string | Pick<TextTable, 'facts' | 'above' | 'header' | 'hidden'> | readonly TextRecord[]

const { given, tell } = await errand<{ bytes: Uint8Array; options: TableOptions }>()
const { bytes, options } = given
const table = await readHere(bytes, options)
if (typeof table === 'string') tell(table)
else {
  const { facts, above, header, hidden, records } = table
  tell({ facts, above, header, ...(hidden && { hidden }) })
  for (let at = 0; at < records.length; at += piece) tell(Array.from(records.slice(at, at + piece)))
}
