import { drawSlip } from '#features/billing/bills/slip/draw.server.ts'
import type { SlipErrand } from '#features/billing/bills/slip/slip-child.server.ts'
import { answer, rest } from '#parts/child/child.server.ts'
import { pack, type Packed } from '#server/zip.ts'

answer(async ({ sheets, now }: SlipErrand): Promise<readonly Packed[]> => {
  const drawn: Packed[] = []
  for (const sheet of sheets) {
    rest()
    drawn.push(pack(await drawSlip(sheet, now)))
  }
  return drawn
})
