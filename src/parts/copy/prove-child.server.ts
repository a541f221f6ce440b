import { constants, setPriority } from 'node:os'
import { answer } from '#parts/child/child.server.ts'
import { proveCopy } from '#parts/copy/apart.server.ts'
import { CopyRefusal } from '#parts/copy/bytes.server.ts'
import type { CopyContent } from '#parts/copy/format.server.ts'
import type { Config } from '#server/config.ts'

export interface ProofErrand {
  readonly path: string
  readonly key: Uint8Array | undefined
  readonly config: Pick<Config, 'OUTORGA_DATA_DIR' | 'OUTORGA_DATABASE_USER'>
  /** Bytes of the database that was copied. */
  readonly room: number
}
export type ProofAnswer = { readonly content: CopyContent } | { readonly isRefusal: boolean; readonly message: string }

// Nobody waits for a proof: people who work at the same time go first.
setPriority(constants.priority.PRIORITY_LOW)
answer(async ({ path, key, config, room }: ProofErrand): Promise<ProofAnswer> => {
  try {
    const { content } = await proveCopy(path, key && Buffer.from(key), config, { room })
    return { content }
  } catch (error) {
    return { isRefusal: error instanceof CopyRefusal, message: error instanceof Error ? error.message : String(error) }
  }
})
