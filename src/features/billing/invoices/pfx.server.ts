import { invalid } from '#kernel/problem.ts'
import { Ended, workInChild } from '#parts/child/child.server.ts'
import type { Asker } from '#parts/child/turns.ts'

/** A certificate A1 as PEM, and what it says of itself. */
export interface A1Certificate {
  readonly key: string
  /** The holder's first, then those it was issued by. */
  readonly chain: string
  readonly holder: string
  readonly document: string | null
  readonly validUntil: string
}

export interface PfxRequest {
  readonly bytes: Uint8Array
  readonly password: string
}
/** What was read, or the field that is refused and why. */
export type PfxAnswer =
  | { readonly read: A1Certificate }
  | { readonly read: null; readonly field: 'file' | 'password'; readonly why: string }

/**
 * Reads a PFX in a child process, whatever the file asks to be computed. It is the one door to such a file: what is stored of
 * it is its key and its chain, which are not computed again. Throws a 422.
 */
export async function readPfx(asker: Asker, given: PfxRequest): Promise<A1Certificate> {
  const answers: PfxAnswer[] = []
  try {
    await workInChild<PfxAnswer>({ from: import.meta.url, name: 'pfx-child' }, asker, given, answer =>
      answers.push(answer),
    )
  } catch (error) {
    if (!(error instanceof Ended)) throw error
  }
  const [answer] = answers
  if (!answer)
    throw invalid({ file: 'O certificado pede tempo ou memória demais para ser aberto. Peça outro à certificadora.' })
  if (!answer.read) throw invalid({ [answer.field]: answer.why })
  return answer.read
}
