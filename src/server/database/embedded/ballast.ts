import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'

/** A file that takes room on the disk until it is needed. */
export interface Ballast {
  readonly bytes: number
  isHeld(): boolean
  letGo(): void
  /** Does nothing where there is no room after all. */
  take(): Promise<void>
}

const piece = 1024 * 1024

/** The file at this path; one of another size, which an earlier release may have left, is none. */
export function openBallast(path: string, bytes: number): Ballast {
  let isHeld = bytes > 0 && existsSync(path) && statSync(path).size === bytes
  const draft = `${path}.novo`
  return {
    bytes,
    isHeld: () => isHeld,
    letGo: () => {
      isHeld = false
      rmSync(path, { force: true })
    },
    take: async () => {
      try {
        const file = await open(draft, 'w', 0o600)
        try {
          // A file system that compresses would make nothing of zeros.
          for (let left = bytes; left > 0; left -= piece) await file.write(randomBytes(Math.min(piece, left)))
        } finally {
          await file.close()
        }
        await rename(draft, path)
        isHeld = bytes > 0
      } catch {
        await rm(draft, { force: true }).catch(() => {})
      }
    },
  }
}
