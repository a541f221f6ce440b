import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Unzip, UnzipInflate } from 'fflate'
import { Unreadable } from '#parts/table/long-text.server.ts'

/** A piece of a file, with the name it has in its ZIP; '' outside of one. */
export interface UnpackedPiece {
  readonly name: string
  readonly bytes: Uint8Array
}
export interface Unpacking {
  /** Bytes that all files may unpack to. */
  readonly most: number
  /** Whether a file of a ZIP is wanted; the others are passed over. */
  readonly isWanted: (name: string) => boolean
}

/** Bytes that are unpacked at once: packed ones become a thousand times as many at most. */
const packed = 8_192
const plainSize = 1024 * 1024
const damagedZip = 'O ZIP está danificado, ou veio pela metade. Baixe-o de novo.'

/** The pieces of a file, and of what a ZIP or a gzip holds, in order. Throws `Unreadable`. */
export async function* unpackedPieces(path: string, options: Unpacking): AsyncGenerator<UnpackedPiece> {
  const start = await firstOf(path)
  const isGzip = start[0] === 0x1f && start[1] === 0x8b
  const isZip = start[0] === 0x50 && start[1] === 0x4b
  const pieces = isZip
    ? zipped(path, options)
    : namedFile(isGzip ? gunzipped(path) : createReadStream(path, { highWaterMark: plainSize }))
  let size = 0
  for await (const piece of pieces) {
    size += piece.bytes.length
    if (size > options.most)
      throw new Unreadable(
        `O arquivo desempacotado passa de ${Math.round(options.most / 1024 ** 2)} MB. Confira se é o certo.`,
      )
    yield piece
  }
}

async function firstOf(path: string): Promise<Uint8Array> {
  for await (const bytes of createReadStream(path, { end: 3 })) if (bytes instanceof Uint8Array) return bytes
  return new Uint8Array()
}

async function* namedFile(bytes: AsyncIterable<unknown>): AsyncGenerator<UnpackedPiece> {
  for await (const each of bytes) if (each instanceof Uint8Array) yield { name: '', bytes: each }
}

async function* gunzipped(path: string): AsyncGenerator<unknown> {
  const packedBytes = createReadStream(path, { highWaterMark: packed * 8 })
  const bytes: Readable = packedBytes.pipe(createGunzip({ chunkSize: plainSize }))
  packedBytes.on('error', error => bytes.destroy(error))
  try {
    yield* bytes
  } catch (cause) {
    throw new Unreadable('O arquivo compactado está danificado, ou veio pela metade. Envie de novo.', { cause })
  }
}

async function* zipped(path: string, { isWanted }: Unpacking): AsyncGenerator<UnpackedPiece> {
  let ready: UnpackedPiece[] = []
  let [begun, ended] = [0, 0]
  const unzip = new Unzip(file => {
    const { name } = file
    if (!isWanted(name)) return
    begun++
    file.ondata = (error, bytes, isLast) => {
      if (error) throw new Unreadable(damagedZip, { cause: error })
      ready.push({ name, bytes })
      if (isLast) ended++
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for await (const bytes of createReadStream(path, { highWaterMark: packed })) {
    if (!(bytes instanceof Uint8Array)) continue
    try {
      unzip.push(bytes)
    } catch (cause) {
      if (cause instanceof Unreadable) throw cause
      throw new Unreadable(damagedZip, { cause })
    }
    const out = ready
    ready = []
    yield* out
  }
  if (ended < begun) throw new Unreadable(damagedZip)
}
