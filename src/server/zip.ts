import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'

// A ZIP written from its first byte to its last (PKWARE APPNOTE 6.3.10), so that it can be left after any entry, or in the
// middle of a long one, and gone on with later: what was written never changes.

/** Where bytes go. */
export interface Sink {
  readonly at: number
  write(bytes: Uint8Array): Promise<void>
}
/** What the directory at the end says of each file. */
export interface Entry {
  readonly name: string
  /** Where it begins. */
  readonly at: number
  readonly crc: number
  readonly size: number
  readonly packed: number
}
/** A file as it goes into a ZIP. */
export interface Packed extends Pick<Entry, 'crc' | 'size'> {
  readonly bytes: Uint8Array
}
export const pack = (bytes: Uint8Array): Packed => ({
  // The default level takes more than twice as long, to leave off a fiftieth of the file.
  bytes: deflateRawSync(bytes, { level: 3 }),
  crc: crc32(bytes),
  size: bytes.length,
})
/** A local moment, to the two seconds a ZIP knows. */
export interface Stamp {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour?: number
  readonly minute?: number
}

const deflate = promisify(deflateRaw)
/** These flags mean: names are in UTF-8; sizes follow the bytes, where they are not known before. */
const utf8 = 0x0800
const trailingSizes = 0x0008
const largest32 = 0xffffffff

const stampOf = ({ year, month, day, hour = 0, minute = 0 }: Stamp) => [
  (hour << 11) | (minute << 5),
  ((year - 1980) << 9) | (month << 5) | day,
]

/** 'w' two bytes, 'd' four, little-endian. */
function fields(...given: readonly (readonly ['w' | 'd', number])[]): Buffer {
  const bytes = Buffer.alloc(given.reduce((sum, [size]) => sum + (size === 'w' ? 2 : 4), 0))
  let at = 0
  for (const [size, value] of given)
    at = size === 'w' ? bytes.writeUInt16LE(value, at) : bytes.writeUInt32LE(value >>> 0, at)
  return bytes
}

export class Zip {
  readonly entries: Entry[]
  readonly #sink: Sink
  readonly #stamp: readonly number[]

  /** `entries`: those already in the sink. */
  constructor(sink: Sink, stamp: Stamp, entries: readonly Entry[] = []) {
    this.#sink = sink
    this.#stamp = stampOf(stamp)
    this.entries = [...entries]
  }

  /** A whole file. */
  async add(name: string, { bytes, crc, size }: Packed): Promise<Entry> {
    const entry = { name, at: this.#sink.at, crc, size, packed: bytes.length }
    await this.#sink.write(Buffer.concat([this.#header(entry, utf8), bytes]))
    this.entries.push(entry)
    return entry
  }

  /** Begins a file written in parts; what each answers is where the next goes on from. */
  async begin(name: string): Promise<Entry> {
    const entry = { name, at: this.#sink.at, crc: 0, size: 0, packed: 0 }
    await this.#sink.write(this.#header(entry, utf8 | trailingSizes))
    return entry
  }
  async more(entry: Entry, bytes: Uint8Array): Promise<Entry> {
    // A full flush ends on a byte and forgets what was before: parts packed apart are one stream.
    const packed = await deflate(bytes, { finishFlush: constants.Z_FULL_FLUSH })
    await this.#sink.write(packed)
    return {
      ...entry,
      crc: crc32(bytes, entry.crc),
      size: entry.size + bytes.length,
      packed: entry.packed + packed.length,
    }
  }
  async end(entry: Entry): Promise<void> {
    const last = Buffer.from([3, 0])
    const whole = { ...entry, packed: entry.packed + last.length }
    if (whole.size > largest32 || whole.packed > largest32) throw new Error('a ZIP holds files of up to 4 GB')
    const after = fields(['d', 0x08074b50], ['d', whole.crc], ['d', whole.packed], ['d', whole.size])
    await this.#sink.write(Buffer.concat([last, after]))
    this.entries.push(whole)
  }

  /** The directory, which ends the ZIP; `parted` are the names written in parts. */
  async close(parted: ReadonlySet<string> = new Set()): Promise<void> {
    const { at } = this.#sink
    const [time = 0, date = 0] = this.#stamp
    if (this.entries.length > 0xfffe || at > largest32) throw new Error('a ZIP holds up to 65,534 files in 4 GB')
    const lines = this.entries.map(entry => {
      const name = Buffer.from(entry.name)
      const flags = parted.has(entry.name) ? utf8 | trailingSizes : utf8
      return Buffer.concat([
        fields(['d', 0x02014b50], ['w', 20], ['w', 20], ['w', flags], ['w', 8], ['w', time], ['w', date]),
        fields(['d', entry.crc], ['d', entry.packed], ['d', entry.size], ['w', name.length], ['w', 0], ['w', 0]),
        fields(['w', 0], ['w', 0], ['d', 0], ['d', entry.at]),
        name,
      ])
    })
    const directory = Buffer.concat(lines)
    const count = this.entries.length
    const end = fields(['d', 0x06054b50], ['w', 0], ['w', 0], ['w', count], ['w', count])
    await this.#sink.write(Buffer.concat([directory, end, fields(['d', directory.length], ['d', at], ['w', 0])]))
  }

  #header({ name, crc, size, packed }: Entry, flags: number): Buffer {
    const [time = 0, date = 0] = this.#stamp
    const bytes = Buffer.from(name)
    return Buffer.concat([
      fields(['d', 0x04034b50], ['w', 20], ['w', flags], ['w', 8], ['w', time], ['w', date]),
      fields(['d', crc], ['d', packed], ['d', size], ['w', bytes.length], ['w', 0]),
      bytes,
    ])
  }
}

/** Keeps what is written in memory: for files that are small. */
export class Memory implements Sink {
  readonly #parts: Uint8Array[] = []
  at = 0
  async write(bytes: Uint8Array) {
    this.#parts.push(bytes)
    this.at += bytes.length
  }
  bytes = () => Buffer.concat(this.#parts)
}
