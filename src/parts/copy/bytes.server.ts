import { setTimeout as after } from 'node:timers/promises'

/**
 * The same bytes for a process that answers people: after each part it waits for as long as the part took to be made and used, so that
 * half of the time is theirs.
 */
export async function* unhurried<T extends Uint8Array>(bytes: AsyncIterable<T>): AsyncGenerator<T> {
  let begun = performance.now()
  for await (const part of bytes) {
    yield part
    await after(Math.ceil(performance.now() - begun))
    begun = performance.now()
  }
}

/** A copy that cannot be read or taken, in words for the person who runs the product. */
export class CopyRefusal extends Error {}

export const cutShort = () =>
  new CopyRefusal('A cópia está cortada: o arquivo termina antes do fim. Nada foi mudado. Use outra cópia.')
export const notAsWritten = (what: string) =>
  new CopyRefusal(`A cópia foi alterada ou está estragada (${what}). Nada foi mudado. Use outra cópia.`)

/** Bytes that come in pieces of any length, taken in the lengths that a reader wants. */
export class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** Whether there is a byte more. */
  async hasMore(): Promise<boolean> {
    while (!this.#rest.length) {
      const next = await this.#pieces.next()
      if (next.done) return false
      this.#rest = asBuffer(next.value)
    }
    return true
  }

  /** As many as there are, `most` at most; none at the end. */
  async take(most: number): Promise<Buffer> {
    const parts: Buffer[] = []
    let length = 0
    while (length < most && (await this.hasMore())) {
      const part = this.#rest.subarray(0, most - length)
      this.#rest = this.#rest.subarray(part.length)
      parts.push(part)
      length += part.length
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
  }

  /** Exactly so many. Throws where the bytes end before. */
  async exactly(length: number): Promise<Buffer> {
    const bytes = await this.take(length)
    if (bytes.length < length) throw cutShort()
    return bytes
  }

  /** Ends what the pieces come from, where not all of them are wanted. */
  async close(): Promise<void> {
    await this.#pieces.return?.()
  }
}

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Pieces of any length as pieces of this length; the last is shorter. */
export async function* inPieces(bytes: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Buffer> {
  const source = new ByteSource(bytes)
  try {
    while (await source.hasMore()) yield await source.take(length)
  } finally {
    await source.close()
  }
}
