import { buffer } from 'node:stream/consumers'
import Pdf from 'pdfkit'
import { create } from 'qrcode'
import { printable } from '#parts/paper/printable.ts'

/** What is drawn on; measures are in points of 1/72 inch from the left and from the top. */
export type Drawing = InstanceType<typeof Pdf>
export type Align = 'left' | 'center' | 'right'

/** A4 in points. */
export const a4 = { width: 595.28, height: 841.89 } as const

/** Opens an A4 page without margins; `now` is the date of the file. `bytes` is the file, once the document is ended; its pages stay open until then. */
export function openDrawing(title: string, now: Date): { readonly doc: Drawing; readonly bytes: Promise<Buffer> } {
  const info = { Title: printable(title), CreationDate: now }
  const doc = new Pdf({ size: 'A4', margin: 0, bufferPages: true, lang: 'pt-BR', displayTitle: true, info })
  return { doc, bytes: buffer(doc) }
}

interface Pen {
  readonly size: number
  readonly color: string
  readonly bold?: boolean
}
export function pen(doc: Drawing, { size, color, bold = false }: Pen) {
  doc
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(color)
}

/** Writes one line, cut where it does not fit. The library would look for places to break it, which takes three times as long. */
export function writeLine(doc: Drawing, words: string, x: number, y: number, width: number, align: Align = 'left') {
  const text = fitted(doc, printable(words), width)
  const left = align === 'left' ? 0 : width - doc.widthOfString(text)
  doc.text(text, x + (align === 'center' ? left / 2 : left), y, { lineBreak: false })
}
/**
 * Writes one line whose letters are made smaller, down to `least`, before any of it is cut; `tail` is at its end whatever is cut before.
 */
export function writeFitted(
  doc: Drawing,
  { words, tail = '', least }: { readonly words: string; readonly tail?: string; readonly least: number },
  size: number,
  [x, y, width]: readonly [x: number, y: number, width: number],
  align: Align = 'left',
) {
  const [text, end] = [printable(words), printable(tail)]
  const taken = doc.fontSize(size).widthOfString(text + end)
  const fitting = Math.max(least, Math.min(size, Math.floor((size * width * 10) / Math.max(taken, 1)) / 10))
  doc.fontSize(fitting)
  const cut = fitted(doc, text, width - doc.widthOfString(end)) + end
  const left = align === 'left' ? 0 : width - doc.widthOfString(cut)
  // Smaller letters are on the same line as those beside them.
  doc.text(cut, x + (align === 'center' ? left / 2 : left), y + (size - fitting) * 0.7, { lineBreak: false })
}
/** The words in lines that the width holds, in the pen that is set: between words, and within one that is wider than the line. */
export function linesWithin(doc: Drawing, words: string, width: number): readonly string[] {
  const text = printable(words)
  if (doc.widthOfString(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).flatMap(each => piecesWithin(doc, each, width))) {
    const longer = line ? `${line} ${word}` : word
    if (line && doc.widthOfString(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}
function piecesWithin(doc: Drawing, word: string, width: number): readonly string[] {
  const pieces: string[] = []
  let piece = ''
  for (const letter of word) {
    if (piece && doc.widthOfString(piece + letter) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += letter
  }
  return [...pieces, piece]
}

/** As much of the words as the width holds. */
function fitted(doc: Drawing, words: string, width: number): string {
  if (doc.widthOfString(words) <= width) return words
  let [least, most] = [0, words.length]
  while (most - least > 1) {
    const middle = (least + most) >> 1
    if (doc.widthOfString(`${words.slice(0, middle)}…`) <= width) least = middle
    else most = middle
  }
  return `${words.slice(0, least).trimEnd()}…`
}

/** Draws a straight line. */
export function drawRule(
  doc: Drawing,
  [x1, y1]: readonly [x: number, y: number],
  [x2, y2]: readonly [x: number, y: number],
  color: string,
  width = 0.5,
) {
  doc.moveTo(x1, y1).lineTo(x2, y2).lineWidth(width).stroke(color)
}

/** Draws a QR code of correction level M as squares, with four white ones around it (ISO/IEC 18004). */
export function drawQr(doc: Drawing, text: string, [x, y]: readonly [x: number, y: number], size: number) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const unit = size / modules.size
  doc.rect(x - 4 * unit, y - 4 * unit, size + 8 * unit, size + 8 * unit).fill('#ffffff')
  for (let row = 0; row < modules.size; row++)
    for (let from = 0; from < modules.size; from++) {
      if (!modules.get(row, from)) continue
      let to = from + 1
      while (to < modules.size && modules.get(row, to)) to++
      // A little higher than a module: viewers draw a white hair between squares that only touch.
      doc.rect(x + from * unit, y + row * unit, (to - from) * unit, unit + 0.02)
      from = to
    }
  doc.fill('#000000')
}
