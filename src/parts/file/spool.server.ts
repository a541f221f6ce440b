import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { filesIn, ifThere, type DataFolder } from '#parts/file/folder.server.ts'
import { refuseFull } from '#parts/file/room.server.ts'
import type { Sink } from '#server/zip.ts'

/** Files grow here before they are stored. */
export const spoolFolder = ({ OUTORGA_DATA_DIR }: DataFolder) => join(OUTORGA_DATA_DIR, 'em-curso')
export const spoolPath = (config: DataFolder, name: string) => join(spoolFolder(config), name)

/** What the name of a file ends with that is read once and removed. */
const passingEnding = '.passagem'

/** A path for a file of so many bytes that is soon read and removed; what a killed process leaves there is swept a day later. Throws a 507. */
export async function passingPath(config: DataFolder, bytes: number): Promise<string> {
  await mkdir(spoolFolder(config), { recursive: true, mode: 0o700 })
  await refuseFull(spoolFolder(config), bytes)
  return spoolPath(config, `${randomUUID()}${passingEnding}`)
}

/** A file while it is written, which outlives the process that writes it. */
export interface Spool extends Sink {
  /** Everything written is on the disk. */
  sync(): Promise<void>
  /** Bytes from here on. */
  read(from: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

/** Bytes gathered before they go to the disk. */
const gathered = 256 * 1024

/** How many bytes there are; none where there is no such file. */
export const spoolSize = (config: DataFolder, name: string) =>
  stat(spoolPath(config, name)).then(
    ({ size }) => size,
    () => 0,
  )

/** Opens the file of this name as it was at `at` bytes, and discards the rest. */
export async function openSpool(config: DataFolder, name: string, at: number): Promise<Spool> {
  await mkdir(spoolFolder(config), { recursive: true, mode: 0o700 })
  const path = spoolPath(config, name)
  const held = await spoolSize(config, name)
  if (held < at) throw new Error(`${name} held ${at} bytes, and holds ${held}`)
  const file = await open(path, held ? 'r+' : 'w+', 0o600)
  await file.truncate(at)
  let waiting: Uint8Array[] = []
  let inMemory = 0
  let onDisk = at
  const flush = async () => {
    if (!waiting.length) return
    const bytes = Buffer.concat(waiting)
    waiting = []
    inMemory = 0
    for (let done = 0; done < bytes.length;)
      done += (await file.write(bytes, done, bytes.length - done, onDisk + done)).bytesWritten
    onDisk += bytes.length
  }
  return {
    get at() {
      return onDisk + inMemory
    },
    async write(bytes) {
      waiting.push(bytes)
      inMemory += bytes.length
      if (inMemory >= gathered) await flush()
    },
    async sync() {
      await flush()
      await file.datasync()
    },
    async read(from, length) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
      return buffer.subarray(0, bytesRead)
    },
    close: () => file.close(),
  }
}

export const dropSpool = (config: DataFolder, name: string) => rm(spoolPath(config, name), { force: true })

/**
 * Removes half-written files of jobs that ended, a week after the last write, and passing files after a day; unknown files
 * remain. `ended` answers which of these jobs are over. Answers how many.
 */
export async function sweepSpools(
  config: DataFolder,
  ended: (jobs: readonly string[]) => Promise<ReadonlySet<string>>,
) {
  const day = 24 * 3_600_000
  const now = Date.now()
  const files = (await filesIn(spoolFolder(config))).map(({ name, path }) => ({ name, path, job: name.slice(0, 36) }))
  const over = await ended(files.map(({ job }) => job).filter(job => isUuid.test(job)))
  let removed = 0
  for (const { name, path, job } of files) {
    const isPassing = name.endsWith(passingEnding)
    const there = isPassing || over.has(job) ? await ifThere(stat(path)) : null
    if (!there || there.mtimeMs >= now - (isPassing ? day : 7 * day)) continue
    await dropSpool(config, name)
    removed++
  }
  return removed
}
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
