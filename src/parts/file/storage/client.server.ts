import { Readable } from 'node:stream'
import { S3Client, S3ServiceException, type GetObjectCommandOutput } from '@aws-sdk/client-s3'
import type { BucketSettings } from '#parts/file/settings.server.ts'
import { StoreFault } from '#parts/file/storage/fault.server.ts'
import type { StoredBytes } from '#parts/file/storage/port.server.ts'

/** Milliseconds for an answer to begin, all tries together, and for the next bytes of one; and bytes a millisecond that are sent at least. */
const patience = { answer: 10_000, bytes: 10_000, pace: 400 } as const

export const openBucketClient = ({ endpoint, region, pathStyle, credentials }: BucketSettings): S3Client =>
  new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    requestHandler: { connectionTimeout: 3_000 },
    maxAttempts: 3,
    // Few services know the sums that Amazon's asks for since 2025. Ours are MD5 on the way, and the hash that names a file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

interface Within {
  readonly abortSignal: AbortSignal
}

/** Does something at the service, in the time that so many bytes may take to get there. Throws a `StoreFault`. */
export const askBucket = <T>(ask: (within: Within) => Promise<T>, bytes = 0): Promise<T> =>
  ask({ abortSignal: AbortSignal.timeout(patience.answer + Math.ceil(bytes / patience.pace)) }).catch(
    (error: unknown) => {
      throw faultOf(error)
    },
  )

/** The same of an object that may not be there: null then. */
export const askObject = <T>(ask: (within: Within) => Promise<T>): Promise<T | null> =>
  askBucket(ask).catch((error: unknown) => {
    if (error instanceof StoreFault && error.code === 'NoSuchKey') return null
    throw error
  })

/** The bytes of an object, or of a part of it; null where there is none. The answer may take as long as it is read, but not stop. */
export async function openObject(
  ask: (within: Within) => Promise<GetObjectCommandOutput>,
): Promise<StoredBytes | null> {
  const closing = new AbortController()
  const late = setTimeout(() => closing.abort(new Error('no answer')), patience.answer)
  const output = await askObject(() => ask({ abortSignal: closing.signal })).finally(() => clearTimeout(late))
  if (!output) return null
  const { Body, ContentLength = 0, ContentRange } = output
  if (!(Body instanceof Readable)) throw new Error('the service answered no stream')
  const size = Number(/\/(\d+)$/.exec(ContentRange ?? '')?.[1] ?? ContentLength)
  return { size, bytes: wholeBytes(Body, ContentLength) }
}

/** Bytes of an answer as they come, each in its time. Throws a `StoreFault` where they stop, or are not as many as were announced. */
async function* wholeBytes(body: Readable, announced: number): AsyncGenerator<Uint8Array> {
  let left = announced
  let late: NodeJS.Timeout | undefined
  const wait = () => {
    late = setTimeout(() => body.destroy(new Error('the bytes stopped')), patience.bytes)
  }
  try {
    wait()
    for await (const part of body) {
      // What reads may take its time; the service may not.
      clearTimeout(late)
      if (!(part instanceof Uint8Array)) continue
      left -= part.length
      yield part
      wait()
    }
  } catch (error) {
    throw faultOf(error)
  } finally {
    clearTimeout(late)
    body.destroy()
  }
  if (left) throw faultOf(new Error(`${left} bytes are missing`))
}

/** Answers that say the installation has no access, or its bucket is another one: to ask again changes nothing. */
const refusals: ReadonlySet<number> = new Set([301, 307, 401, 403, 404, 405])
const fullNames: ReadonlySet<string> = new Set(['QuotaExceeded', 'XMinioStorageFull', 'EntityTooLarge'])

function faultOf(error: unknown): StoreFault {
  if (error instanceof StoreFault) return error
  if (error instanceof S3ServiceException) {
    const { httpStatusCode = 0 } = error.$metadata
    const isFull = httpStatusCode === 507 || fullNames.has(error.name)
    // The error itself carries the whole answer with its connection, which no log needs.
    const cause = new Error(`the bucket answered ${httpStatusCode} ${error.name}: ${error.message}`)
    return new StoreFault(isFull ? 'full' : refusals.has(httpStatusCode) ? 'refused' : 'silent', error.name, cause)
  }
  const { code, name } = error instanceof Error ? { code: undefined, ...error, name: error.name } : {}
  return new StoreFault(name === 'CredentialsProviderError' ? 'refused' : 'silent', String(code ?? name), error)
}
