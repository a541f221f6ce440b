import { statfsSync } from 'node:fs'

/** Bytes an ordinary process may still write where this path lives. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}
