import { problem } from '#kernel/problem.ts'
import type { SlipSheet } from '#features/billing/bills/slip/sheet.ts'
import type { DrawnSlip, SlipErrand } from '#features/billing/bills/slip/slip-child.server.ts'
import { Ended, openHelper, workInChild } from '#parts/child/child.server.ts'
import type { Asker } from '#parts/child/turns.ts'
import type { Packed } from '#server/zip.ts'

const undrawn = 'O boleto não pôde ser desenhado agora. Tente de novo.'

/** A process that draws many for a ZIP, some at a time; it is to be closed. */
export function openPrinter(now: Date) {
  const helper = openHelper<SlipErrand, readonly Packed[]>({ from: import.meta.url, name: 'slips-helper' })
  return { print: (sheets: readonly SlipSheet[]) => helper.ask({ sheets, now }), close: () => helper.close() }
}

/** Boletos as PDF, in their order, drawn in a process apart: others are answered meanwhile. */
export async function printSlips(sheets: readonly SlipSheet[], asker: Asker, now: Date): Promise<readonly Buffer[]> {
  const drawn = new Map<number, Buffer>()
  try {
    await workInChild<DrawnSlip>({ from: import.meta.url, name: 'slip-child' }, asker, { sheets, now }, page => {
      drawn.set(page.at, Buffer.from(page.bytes))
    })
  } catch (error) {
    if (!(error instanceof Ended)) throw error
  }
  return sheets.map((_, at) => {
    const bytes = drawn.get(at)
    if (!bytes) throw problem('unavailable', undrawn)
    return bytes
  })
}
