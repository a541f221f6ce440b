import { drawSlip } from '#features/bills/slip/draw.server.ts'
import type { SlipErrand } from '#features/bills/slip/slip-child.server.ts'
import { answer } from '#parts/child/child.server.ts'

answer(async ({ sheets, now }: SlipErrand): Promise<readonly Uint8Array[]> => {
  const drawn: Uint8Array[] = []
  for (const sheet of sheets) drawn.push(await drawSlip(sheet, now))
  return drawn
})
