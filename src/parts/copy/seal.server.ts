import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { ByteSource, CopyRefusal, inPieces, notAsWritten } from '#parts/copy/bytes.server.ts'

/**
 * A sealed copy: `magic`, 32 random bytes, 16 bytes that only the right key makes of these, then pieces of 1 MiB (the last one shorter), each
 * encrypted by AES-256-GCM and followed by its tag of 16 bytes. The key of the pieces is derived from the given key and the random
 * bytes (HKDF-SHA-256). A piece's nonce is its number and whether it is the last, and all that is before the pieces is authenticated
 * with each: pieces cannot be changed, left out, swapped or taken from another copy, and none can be missing at the end.
 */
const magic = Buffer.from('OUTORGA-COPIA-SELADA-1\n')
const saltLength = 32
const checkLength = 16
const tagLength = 16
const piece = 1024 * 1024

const derive = (key: Buffer, salt: Buffer, use: string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, `outorga copy ${use}`, length))

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 7)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** Encrypts with a key of 32 bytes. */
export async function* sealed(bytes: AsyncIterable<Uint8Array>, key: Buffer): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltLength)
  const head = Buffer.concat([magic, salt, derive(key, salt, 'check', checkLength)])
  const own = derive(key, salt, 'pieces', 32)
  yield head
  const close = (part: Buffer, number: number, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', own, nonceOf(number, isLast)).setAAD(head)
    return Buffer.concat([cipher.update(part), cipher.final(), cipher.getAuthTag()])
  }
  let number = 0
  let waiting = Buffer.alloc(0)
  for await (const part of inPieces(bytes, piece)) {
    if (waiting.length) yield close(waiting, number++, false)
    waiting = Buffer.from(part)
  }
  yield close(waiting, number, true)
}

/** The bytes of a copy, decrypted where it is sealed. Throws a `CopyRefusal` where the key is missing or wrong, or a piece is not as written. */
export async function* unsealedBytes(
  bytes: AsyncIterable<Uint8Array>,
  key: Buffer | undefined,
): AsyncGenerator<Buffer> {
  const source = new ByteSource(bytes)
  try {
    const first = await source.take(magic.length)
    if (!first.equals(magic)) {
      yield first
      while (await source.hasMore()) yield await source.take(piece)
      return
    }
    if (!key) throw new CopyRefusal('A cópia é selada. Informe a chave dela: --chave ARQUIVO, ou COPY_KEY.')
    const [salt, check] = [await source.exactly(saltLength), await source.exactly(checkLength)]
    if (!timingSafeEqual(check, derive(key, salt, 'check', checkLength)))
      throw new CopyRefusal('A chave não é a desta cópia. Use a chave com que ela foi selada.')
    yield* opened(source, Buffer.concat([magic, salt, check]), derive(key, salt, 'pieces', 32))
  } finally {
    await source.close()
  }
}

async function* opened(source: ByteSource, head: Buffer, key: Buffer): AsyncGenerator<Buffer> {
  for (let number = 0, isLast = false; !isLast; number++) {
    const given = await source.take(piece + tagLength)
    isLast = !(await source.hasMore())
    if (given.length < tagLength) throw notAsWritten('falta um pedaço')
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(head)
    decipher.setAuthTag(given.subarray(given.length - tagLength))
    let part: Buffer
    try {
      part = Buffer.concat([decipher.update(given.subarray(0, -tagLength)), decipher.final()])
    } catch {
      throw notAsWritten(isLast ? 'o fim não confere, ou está cortado' : `o pedaço ${number + 1} não confere`)
    }
    yield part
  }
}
