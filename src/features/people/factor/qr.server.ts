import { create } from 'qrcode'

interface QrDrawing {
  /** Modules of one side, the quiet zone of four on each side included. */
  readonly size: number
  /** An SVG path in modules. */
  readonly path: string
}

/** A QR code as one path, a run of dark modules a stroke of it. */
export function qrOf(text: string): QrDrawing {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const quiet = 4
  const runs: string[] = []
  for (let y = 0; y < modules.size; y++)
    for (let x = 0; x < modules.size; x++) {
      if (!modules.get(y, x)) continue
      const from = x
      while (x + 1 < modules.size && modules.get(y, x + 1)) x++
      runs.push(`M${from + quiet} ${y + quiet}h${x - from + 1}v1h-${x - from + 1}z`)
    }
  return { size: modules.size + 2 * quiet, path: runs.join('') }
}
