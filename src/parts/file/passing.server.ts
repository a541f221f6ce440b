import { open, rm } from 'node:fs/promises'
import type { DataFolder } from '#parts/file/folder.server.ts'
import { passingPath } from '#parts/file/spool.server.ts'
import { tooLarge } from '#server/body.ts'

/**
 * Lets a long file lie on the disk while `work` reads it from its path, and removes it then, whatever happened: its bytes come
 * little by little, and are never whole in memory. Throws a 413 past `limit` bytes, and a 507 where the disk is nearly full; what a
 * killed process left behind is swept a day later.
 */
export async function withPassingFile<T>(
  config: DataFolder,
  stream: AsyncIterable<Uint8Array>,
  limit: number,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const path = await passingPath(config, limit)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      let size = 0
      for await (const part of stream) {
        size += part.length
        if (size > limit) throw tooLarge(limit)
        await file.write(part)
      }
    } finally {
      await file.close()
    }
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}
