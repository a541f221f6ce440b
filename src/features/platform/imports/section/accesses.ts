import { showDecimal, showInteger } from '#kernel/show.ts'
import { accessesCell, speedCell, type CellReading } from '#features/regulatory/anatel/cells.ts'
import { readSpeed, type SpeedUnit } from '#features/regulatory/anatel/speed.ts'
import { sentenceOf } from '#features/platform/imports/section/cell.ts'
import type { CellOutcome } from '#features/platform/imports/section/section.ts'

// What a coleta's own upload asks about, or refuses, this way in asks about and refuses as well.

/** A speed in Mbps, written as the regulator asks or as people say it. */
export function readSpeedCell(text: string, { unit }: { readonly unit: SpeedUnit | null }): CellOutcome {
  const read = readSpeed(text, unit)
  return answered(speedCell('mbps' in read ? read.mbps : text), text, showDecimal)
}
export const readAccesses = (text: string) => answered(accessesCell(text), text, showInteger)

function answered(cell: CellReading<number>, text: string, show: (value: number) => string): CellOutcome {
  if ('value' in cell) return { value: cell.value, said: show(cell.value) }
  const { rule, said } = cell
  return { rule: rule === 'speed-kbps' ? 'limite' : 'formato', message: sentenceOf(text, said) }
}
