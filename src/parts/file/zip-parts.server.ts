import { unzipSync, type UnzipFileInfo } from 'fflate'

const MB = 1024 * 1024
/**
 * A ZIP may unpack to no more than this: bytes of all its parts and, above `free`, how many times its own size. Deflate
 * reaches a thousand times, a workbook of equal rows some fifty.
 */
export const unpackedLimits = { all: 400 * MB, times: 200, free: 64 * MB, parts: 20_000 } as const

/** What the directory at the end of a ZIP says of its parts, none of them unpacked. */
export function partsOf(bytes: Uint8Array): readonly UnzipFileInfo[] {
  const parts: UnzipFileInfo[] = []
  unzipSync(bytes, { filter: part => (parts.push(part), false) })
  return parts
}

/** Bytes of the end of a directory, and of the longest comment that may follow it (APPNOTE, 4.3.16). */
const [directoryEnd, longestComment] = [22, 65_535]
/** How many parts a ZIP says it has, without reading its directory; 65,535 where there are more, and none where it has no directory. */
export function countParts(bytes: Buffer): number | null {
  const first = Math.max(0, bytes.length - directoryEnd - longestComment)
  const at = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  return at < first || at + directoryEnd > bytes.length ? null : bytes.readUInt16LE(at + 10)
}

/** A part that declares no size of its own hides it. */
const hidesItsSize = ({ size, originalSize }: UnzipFileInfo) => size > 2 && originalSize === 0

/** Whether a ZIP of `packed` bytes unpacks to more than anybody means, by what its directory says; `most` bytes where a reader takes less. */
export function isOvergrown(parts: readonly UnzipFileInfo[], packed: number, most: number = unpackedLimits.all) {
  const sum = parts.reduce((all, { originalSize }) => all + originalSize, 0)
  return (
    sum > Math.min(most, unpackedLimits.all) ||
    (sum > unpackedLimits.free && sum > packed * unpackedLimits.times) ||
    parts.some(hidesItsSize)
  )
}
