import { unzipSync, type UnzipFileInfo } from 'fflate'

/** What the directory at the end of a ZIP says of its parts, none of them unpacked. */
export function partsOf(bytes: Uint8Array): readonly UnzipFileInfo[] {
  const parts: UnzipFileInfo[] = []
  unzipSync(bytes, { filter: part => (parts.push(part), false) })
  return parts
}
