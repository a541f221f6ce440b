import { drawSlip } from '#features/billing/bills/slip/draw.server.ts'
import type { SlipSheet } from '#features/billing/bills/slip/sheet.ts'
import { errand } from '#parts/child/child.server.ts'

export interface DrawnSlip {
  readonly at: number
  readonly bytes: Uint8Array
}

export interface SlipErrand {
  readonly sheets: readonly SlipSheet[]
  readonly now: Date
}

const { given, tell } = await errand<SlipErrand>()
for (const [at, sheet] of given.sheets.entries()) {
  const drawn: DrawnSlip = { at, bytes: await drawSlip(sheet, given.now) }
  tell(drawn)
}
