import { problem } from '#kernel/problem.ts'
import { Ended, workInChild } from '#parts/child/child.server.ts'
import type { Asker } from '#parts/child/turns.ts'
import type { Paper } from '#parts/paper/paper.ts'

/** Draws a PDF in another process: drawing one blocked all requests for half a second, and the first for three. */
export async function printed(paper: Paper, asker: Asker): Promise<Buffer> {
  let drawn: Uint8Array | undefined
  try {
    await workInChild<Uint8Array>(
      { from: import.meta.url, name: 'paper-child' },
      asker,
      paper,
      bytes => (drawn = bytes),
    )
  } catch (error) {
    if (!(error instanceof Ended)) throw error
  }
  if (!drawn) throw problem('unavailable', 'O PDF é longo demais para ser desenhado. Baixe a planilha.')
  return Buffer.from(drawn)
}
