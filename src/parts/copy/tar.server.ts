/** Bytes of a block: a header is one, and what follows it is filled up to whole ones (POSIX.1-2001, pax, "ustar Interchange Format"). */
const block = 512
/** Bytes that eleven octal digits write. */
export const largestEntry = 8 ** 11 - 1
export const headerLength = block
/** What is after the last entry. */
export const tarEnd = Buffer.alloc(2 * block)

/** The header of a file. It depends on name and size alone, so that a reader compares it byte by byte. */
export function tarHeader(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`the name of the entry is too long: ${name}`)
  if (size > largestEntry) throw new Error(`the entry is too large: ${name}, ${size} bytes`)
  const header = Buffer.alloc(block)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  header.write(name, 0)
  header.write(
    `${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0${octal(size, 11)}\0${octal(0, 11)}\0`,
    100,
    'latin1',
  )
  // The sum is taken with blanks in its place.
  header.write(' '.repeat(8), 148, 'latin1')
  header.write('0', 156, 'latin1')
  header.write('ustar\u000000', 257, 'latin1')
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148, 'latin1')
  return header
}

/** What fills a file of this size up to whole blocks. */
export const paddingOf = (size: number) => Buffer.alloc((block - (size % block)) % block)

export interface TarEntry {
  readonly name: string
  readonly size: number
}

/** The file a header is of; null where it is none that `tarHeader` writes. */
export function readTarHeader(header: Buffer): TarEntry | null {
  const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '')
  const size = Number.parseInt(header.toString('latin1', 124, 135), 8)
  if (!name || !Number.isInteger(size) || Buffer.byteLength(name) > 100) return null
  return tarHeader(name, size).equals(header) ? { name, size } : null
}
