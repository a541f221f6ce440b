import { problem } from '#kernel/problem.ts'
import type { SlipSheet } from '#features/bills/slip/sheet.ts'
import type { DrawnSlip } from '#features/bills/slip/slip-child.server.ts'
import { Ended, workInChild } from '#parts/child/child.server.ts'
import type { Asker } from '#parts/child/turns.ts'

/** Boletos as PDF, in their order, drawn in a process apart: others are answered meanwhile. */
export async function printSlips(sheets: readonly SlipSheet[], asker: Asker, now: Date): Promise<readonly Buffer[]> {
  const drawn = new Map<number, Buffer>()
  try {
    await workInChild<DrawnSlip>({ from: import.meta.url, name: 'slip-child' }, asker, { sheets, now }, told => {
      drawn.set(told.at, Buffer.from(told.bytes))
    })
  } catch (error) {
    if (!(error instanceof Ended)) throw error
  }
  return sheets.map((_, at) => {
    const bytes = drawn.get(at)
    if (!bytes) throw problem('unavailable', 'O boleto não pôde ser desenhado agora. Tente de novo.')
    return bytes
  })
}
