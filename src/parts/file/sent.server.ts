import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { gone, openStored } from '#parts/file/store.server.ts'
import { storeOf } from '#parts/file/storage/open.server.ts'
import type { ByteRange } from '#parts/file/storage/port.server.ts'
import { Answer, type Ctx } from '#server/operation.ts'

interface FileDownload {
  /** What it is called where it is saved. */
  readonly name: string
  readonly sha256: string
  readonly type?: string
}

/** Bytes that are read before an answer begins: a file of no more is known to be whole, or is refused with words. */
const ahead = 1024 * 1024
/** Texts may be compressed on the way: a part of one is a part of something else then. */
const isText = (type: string) => /^text\/|xml$/.test(type)

/**
 * A stored file as it is answered: never opened under our own address, but saved, and in a sandbox if it is shown. A client that has a part of it
 * requests the rest (RFC 9110, 14). An answer whose bytes stop, or are not those that were stored, ends as a broken connection.
 */
export async function sendStored(
  { config, request }: Ctx,
  { name, sha256, type = 'application/octet-stream' }: FileDownload,
) {
  const etag = `"${createHash('sha256').update(`etag ${sha256}`).digest('hex').slice(0, 32)}"`
  const headers = {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    ...(!isText(type) && { ETag: etag, 'Accept-Ranges': 'bytes' }),
  }
  const { range, 'if-range': ifRange } = request.headers
  if (range !== undefined && !isText(type) && (ifRange === undefined || ifRange === etag)) {
    const size = await (await storeOf(config)).has(sha256)
    if (size === null) throw gone()
    const part = rangeIn(range, size)
    if (part === 'beyond') return new Answer(416, '', { 'Content-Range': `bytes */${size}` })
    if (part) return sendPart({ config }, sha256, part, headers)
  }
  const { size, bytes } = await openStored(config, sha256)
  return new Answer(200, await startedStream(bytes), { ...headers, 'Content-Length': String(size) })
}

async function sendPart(
  { config }: Pick<Ctx, 'config'>,
  sha256: string,
  range: ByteRange,
  headers: Readonly<Record<string, string>>,
) {
  const found = await (await storeOf(config)).get(sha256, range)
  if (!found) throw gone()
  return new Answer(206, await startedStream(found.bytes), {
    ...headers,
    'Content-Length': String(range.to - range.from + 1),
    'Content-Range': `bytes ${range.from}-${range.to}/${found.size}`,
  })
}

/** The one part that is requested; null where there are several, or none that is understood: the whole answers that. */
function rangeIn(header: string, size: number): ByteRange | 'beyond' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.replaceAll(' ', '')) ?? []
  if (!first && !last) return null
  const from = first ? Number(first) : Math.max(0, size - Number(last))
  const to = first && last ? Math.min(Number(last), size - 1) : size - 1
  if (first && last && Number(last) < from) return null
  return from > to ? 'beyond' : { from, to }
}

/** Bytes as a stream, the first of which have come: what goes wrong before is still an answer of its own. */
async function startedStream(bytes: AsyncIterable<Uint8Array>): Promise<Readable> {
  const coming = bytes[Symbol.asyncIterator]()
  const came: Uint8Array[] = []
  let [length, isOver] = [0, false]
  while (!isOver && length < ahead) {
    const next = await coming.next()
    if (next.done) isOver = true
    else {
      came.push(next.value)
      length += next.value.length
    }
  }
  const all = async function* () {
    try {
      yield* came
      for (let next = isOver ? null : await coming.next(); next && !next.done; next = await coming.next())
        yield next.value
    } finally {
      await coming.return?.()
    }
  }
  const stream = Readable.from(all(), { objectMode: false })
  // A stream that is destroyed before it is read does not run the generator.
  stream.once('close', () => void coming.return?.().catch(() => undefined))
  return stream
}
