import { createHash } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3'
import { WrongSettings } from '#server/environment.ts'
import { isHash, type StoreConfig } from '#parts/file/folder.server.ts'
import { bucketSettingsOf } from '#parts/file/settings.server.ts'
import { askBucket, askObject, openBucketClient, openObject } from '#parts/file/storage/client.server.ts'
import { isBinDay, markName } from '#parts/file/storage/names.server.ts'
import type { BinnedFile, ByteRange, FileStore, ListedFile } from '#parts/file/storage/port.server.ts'
import { passingPath } from '#parts/file/spool.server.ts'

/** Bytes sent at once, and in memory meanwhile. A file of no more is sent as one; 10,000 parts are the most a service takes. */
const piece = 8 * 1024 * 1024
const binFolder = 'lixeira/'

/**
 * Documents in a bucket, under the same names as in a folder. A file grows on the disk of this machine, is hashed while it is sent, and
 * is there once the service has all of it.
 */
export function bucketStore(config: StoreConfig): FileStore {
  const settings = bucketSettingsOf(config)
  if (!settings) throw new WrongSettings('Configuração inválida:\n  - S3_BUCKET falta: informe o bucket dos documentos')
  const client = openBucketClient(settings)
  const { bucket: Bucket, prefix } = settings
  const placeOf = (sha256: string) => `${prefix}${sha256.slice(0, 2)}/${sha256}`
  const binned = ({ day, name }: Pick<BinnedFile, 'day' | 'name'>) => `${prefix}${binFolder}${day}/${name}`
  const get = (Key: string, range?: ByteRange) =>
    openObject(within =>
      client.send(
        new GetObjectCommand({ Bucket, Key, ...(range && { Range: `bytes=${range.from}-${range.to}` }) }),
        within,
      ),
    )
  const sizeAt = async (key: string) => {
    const command = new ListObjectsV2Command({ Bucket, Prefix: key, MaxKeys: 1 })
    const { Contents: [found] = [] } = await askBucket(within => client.send(command, within))
    return found?.Key === key ? (found.Size ?? 0) : null
  }
  const drop = (Key: string) => askBucket(within => client.send(new DeleteObjectCommand({ Bucket, Key }), within))
  /** A copy that a killed process left is copied again. */
  const move = async (from: string, to: string) => {
    const CopySource = encodeURI(`${Bucket}/${from}`)
    const command = new CopyObjectCommand({ Bucket, Key: to, CopySource })
    if (!(await askObject(within => client.send(command, within)))) return false
    await drop(from)
    return true
  }
  return {
    kind: 's3',
    title: `o bucket ${Bucket}${prefix && ` (em ${prefix})`}`,
    gender: 'm',
    pathOf: () => null,
    draft: (_name, bytes) => passingPath(config, bytes),
    put: async (sha256, path) => {
      await sendFile(client, { Bucket, Key: placeOf(sha256) }, path, sha256)
      await rm(path, { force: true })
    },
    get: (sha256, range) => get(placeOf(sha256), range),
    getBinned: file => get(binned(file)),
    has: sha256 => sizeAt(placeOf(sha256)),
    async *list() {
      for await (const page of listed(client, { Bucket, Prefix: prefix }))
        yield page.flatMap(({ key, size }): ListedFile[] => {
          const name = key.slice(key.lastIndexOf('/') + 1)
          return key.startsWith(`${prefix}${binFolder}`)
            ? []
            : [{ name, size, inPlace: (isHash(name) && key === placeOf(name)) || key === `${prefix}${markName}` }]
        })
    },
    bin: async (name, day) => isHash(name) && move(placeOf(name), binned({ day, name })),
    async *listBin() {
      for await (const page of listed(client, { Bucket, Prefix: `${prefix}${binFolder}` }))
        yield page.flatMap(({ key, size }): BinnedFile[] => {
          const [day = '', name = ''] = key.slice(prefix.length + binFolder.length).split('/')
          return isBinDay(day) && key === binned({ day, name }) ? [{ day, name, size }] : []
        })
    },
    restore: file => move(binned(file), placeOf(file.name)),
    remove: async file => void (await drop(binned(file))),
    readMark: async () => {
      const mark = await get(`${prefix}${markName}`)
      return mark && text(mark.bytes)
    },
    writeMark: async mark => sendWhole(client, { Bucket, Key: `${prefix}${markName}` }, Buffer.from(mark)),
  }
}

async function sendWhole(client: S3Client, key: BucketKey, Body: Buffer): Promise<void> {
  const command = new PutObjectCommand({ ...key, Body, ContentMD5: md5Of(Body) })
  await askBucket(within => client.send(command, within), Body.length)
}

const md5Of = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64')

interface BucketKey {
  readonly Bucket: string
  readonly Key: string
}

/** Sends a file in pieces, each with its own sum; nothing is there before all of it is, and it is what its name says. */
async function sendFile(client: S3Client, key: BucketKey, path: string, sha256: string): Promise<void> {
  const file = await open(path)
  try {
    const first = await readPiece(file, 0)
    if (first.length < piece) {
      expectHash(createHash('sha256').update(first).digest('hex'), sha256)
      await sendWhole(client, key, first)
    } else await sendParts(client, key, file, sha256)
  } finally {
    await file.close()
  }
}

async function sendParts(client: S3Client, key: BucketKey, file: FileHandle, sha256: string): Promise<void> {
  const { UploadId } = await askBucket(within => client.send(new CreateMultipartUploadCommand(key), within))
  const upload = { ...key, UploadId }
  try {
    const hash = createHash('sha256')
    const Parts: CompletedPart[] = []
    for (let at = 0; ; at += piece) {
      const Body = await readPiece(file, at)
      if (!Body.length) break
      hash.update(Body)
      const PartNumber = Parts.length + 1
      const part = new UploadPartCommand({ ...upload, PartNumber, Body, ContentMD5: md5Of(Body) })
      const { ETag } = await askBucket(within => client.send(part, within), Body.length)
      Parts.push({ PartNumber, ETag })
    }
    expectHash(hash.digest('hex'), sha256)
    const whole = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } })
    // A service may take long to put a large file together.
    await askBucket(within => client.send(whole, within), 4 * piece)
  } catch (error) {
    // What a killed process began is left to the rule of the bucket that ends unfinished uploads.
    await askBucket(within => client.send(new AbortMultipartUploadCommand(upload), within)).catch(() => undefined)
    throw error
  }
}

async function readPiece(file: FileHandle, at: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(piece)
  let length = 0
  for (let got = -1; got && length < piece; length += got)
    got = (await file.read(bytes, length, piece - length, at + length)).bytesRead
  return bytes.subarray(0, length)
}

function expectHash(found: string, wanted: string): void {
  if (found !== wanted) throw new Error(`the file to be stored as ${wanted} has the hash ${found}`)
}

async function* listed(client: S3Client, of: { readonly Bucket: string; readonly Prefix: string }) {
  for (let token: string | undefined, isFirst = true; isFirst || token; isFirst = false) {
    const command = new ListObjectsV2Command({ ...of, ...(token && { ContinuationToken: token }) })
    const { Contents = [], NextContinuationToken } = await askBucket(within => client.send(command, within))
    yield Contents.map(({ Key = '', Size = 0 }) => ({ key: Key, size: Size }))
    token = NextContinuationToken
  }
}
