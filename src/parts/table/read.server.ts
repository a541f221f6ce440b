import { hasMoreLines, tableLimits, type TextTable, type TableOptions } from '#parts/table/table.ts'
import { readText } from '#parts/table/text.server.ts'
import { readWorkbook } from '#parts/table/workbook.server.ts'

const starts = (bytes: Uint8Array, ...magic: readonly number[]) => magic.every((byte, at) => bytes[at] === byte)
const isZip = (bytes: Uint8Array) => starts(bytes, 0x50, 0x4b)

const light = { bytes: 512 * 1024, lines: 2_000 } as const
/** Read at once rather than in a process apart: what is small, has few lines, and does not unpack. */
export const isLight = (bytes: Uint8Array) =>
  !isZip(bytes) && bytes.length <= light.bytes && ![0x0a, 0x0d].some(end => hasMoreLines(bytes, light.lines, end))

/** Why nothing so long is read; null where it may be. */
export const overLong = ({ length }: Uint8Array) =>
  length > tableLimits.bytes ? 'O arquivo passa de 20 MB. Divida-o ou confira se é o certo.' : null

/** A table out of whatever bytes somebody sent, here and now; or, as a text, why it cannot be read. Never throws. */
export async function readHere(bytes: Uint8Array, options: TableOptions = {}): Promise<TextTable | string> {
  const refused = overLong(bytes)
  if (refused !== null) return refused
  if (!bytes.length) return 'O arquivo está vazio.'
  if (starts(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    return 'O arquivo é uma planilha antiga (.xls) ou com senha. Salve como XLSX, sem senha, ou CSV e envie de novo.'
  if (starts(bytes, 0x25, 0x50, 0x44, 0x46))
    return 'O arquivo é um PDF. Peça ao sistema de origem a planilha (XLSX) ou o CSV.'
  if (!isZip(bytes)) return readText(bytes, options.rows ?? tableLimits.rows, options.encoding)
  try {
    return await readWorkbook(bytes, options)
  } catch {
    return 'A planilha está danificada. Abra-a, salve de novo como XLSX ou CSV e envie.'
  }
}
