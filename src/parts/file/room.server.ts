import { statfs } from 'node:fs/promises'
import { problem } from '#kernel/problem.ts'

/** Left for the database, which must be able to finish what it began. */
const spared = 200 * 1024 * 1024

/** Throws a 507 where the disk of a folder has no room for so many bytes. */
export async function refuseFull(folder: string, size: number) {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < size + spared) throw problem('full')
}
