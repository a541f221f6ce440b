import { openHelper } from '#parts/child/child.server.ts'
import { clearAfterKill } from '#parts/copy/apart.server.ts'
import { CopyRefusal } from '#parts/copy/bytes.server.ts'
import type { CopyContent } from '#parts/copy/format.server.ts'
import type { ProofAnswer, ProofErrand } from '#parts/copy/prove-child.server.ts'

/**
 * `proveCopy` in a process of its own: a proof reads, hashes and compares every row, and the process that answers people would answer
 * nobody meanwhile. Aborted, it ends that process and what it opened.
 */
export async function proveInChild(errand: ProofErrand, signal: AbortSignal): Promise<CopyContent> {
  signal.throwIfAborted()
  const { OUTORGA_DATA_DIR, OUTORGA_DATABASE_USER } = errand.config
  const helper = openHelper<ProofErrand, ProofAnswer>({ from: import.meta.url, name: 'prove-child' })
  const end = () => helper.close()
  signal.addEventListener('abort', end)
  try {
    const proof = await helper.ask({ ...errand, config: { OUTORGA_DATA_DIR, OUTORGA_DATABASE_USER } })
    if ('content' in proof) return proof.content
    throw proof.isRefusal ? new CopyRefusal(proof.message) : new Error(proof.message)
  } catch (error) {
    if (!signal.aborted) throw error
    await clearAfterKill(errand.config)
    throw signal.reason
  } finally {
    signal.removeEventListener('abort', end)
    helper.close()
  }
}
