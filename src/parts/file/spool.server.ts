import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Sink } from '#server/zip.ts'

type Place = Pick<Config, 'OUTORGA_DATA_DIR'>
const folder = ({ OUTORGA_DATA_DIR }: Place) => join(OUTORGA_DATA_DIR, 'em-curso')
export const spoolPath = (config: Place, name: string) => join(folder(config), name)

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
export const spoolSize = (config: Place, name: string) =>
  stat(spoolPath(config, name)).then(
    ({ size }) => size,
    () => 0,
  )

/** The file of this name as it was when it held `at` bytes: what came after has not happened. */
export async function openSpool(config: Place, name: string, at: number): Promise<Spool> {
  await mkdir(folder(config), { recursive: true, mode: 0o700 })
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

export const dropSpool = (config: Place, name: string) => rm(spoolPath(config, name), { force: true })

/** What was left half written by work nobody took up again for a week. */
export async function sweepSpools(config: Place) {
  const old = Date.now() - 7 * 24 * 3_600_000
  for (const name of await readdir(folder(config)).catch(() => []))
    if ((await stat(spoolPath(config, name))).mtimeMs < old) await dropSpool(config, name)
}
