import { buffer } from 'node:stream/consumers'
import Pdf from 'pdfkit'
import { showInteger } from '#kernel/show.ts'
import { printable } from '#parts/paper/printable.ts'
import { paperWidth, type Block, type Paper, type PaperInk } from '#parts/paper/paper.ts'

/** A4 in points. */
const page = { width: paperWidth + 84, height: 841.89, side: 42, top: 42, bottom: 52 } as const
const inner = paperWidth
const ink = {
  text: '#1b1f27',
  soft: '#5a6170',
  line: '#d4d8e0',
  fill: '#eef0f4',
  accent: '#1f5fbf',
  pale: '#dbe7f7',
  alert: '#a3201d',
} as const satisfies Record<PaperInk, string>
const rowHeight = 15
type Of<K extends Block['kind']> = Extract<Block, { readonly kind: K }>

/** A document to print, as PDF. */
export async function draw({ title, lines, short, foot, now, blocks }: Paper): Promise<Buffer> {
  const doc = new Pdf({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'pt-BR',
    displayTitle: true,
    info: { Title: title, CreationDate: now },
  })
  const bytes = buffer(doc)
  let y: number = page.top

  const write = (text: string, x: number, at: number, width: number, align: 'left' | 'right' | 'center' = 'left') =>
    doc.text(printable(text), x, at, { width, height: doc.currentLineHeight(), align, ellipsis: true, lineGap: 0 })
  const rule = (at: number, color: string = ink.line) =>
    doc
      .moveTo(page.side, at)
      .lineTo(page.side + inner, at)
      .lineWidth(0.5)
      .stroke(color)
  function turn() {
    doc.addPage()
    doc.font('Helvetica').fontSize(8).fillColor(ink.soft)
    write(short, page.side, page.top - 14, inner)
    y = page.top + 6
  }
  const need = (height: number) => {
    if (y + height > page.height - page.bottom) turn()
  }

  doc.font('Helvetica-Bold').fontSize(16).fillColor(ink.text)
  write(title, page.side, y, inner)
  y += 24
  doc.font('Helvetica').fontSize(9).fillColor(ink.soft)
  for (const line of lines) {
    write(line, page.side, y, inner)
    y += 13
  }
  rule((y += 4), ink.soft)
  y += 12

  function heading({ text }: Of<'heading'>) {
    // Never alone at the foot of a page.
    need(28 + rowHeight * 3)
    doc.font('Helvetica-Bold').fontSize(11).fillColor(ink.text)
    write(text, page.side, y, inner)
    y += 18
  }

  function facts({ pairs }: Of<'facts'>) {
    need(40)
    const width = inner / pairs.length
    for (const [i, [label, value]] of pairs.entries()) {
      doc.font('Helvetica').fontSize(8).fillColor(ink.soft)
      write(label, page.side + i * width, y, width - 8)
      doc.font('Helvetica-Bold').fontSize(12).fillColor(ink.text)
      write(value, page.side + i * width, y + 11, width - 8)
    }
    y += 40
  }

  function table({ columns, rows, tall }: Of<'table'>) {
    const height = tall ? 20 : rowHeight
    const whole = columns.reduce((sum, { width }) => sum + width, 0)
    const cells = (texts: readonly string[], at: number) => {
      let x: number = page.side
      for (const [i, { width, right }] of columns.entries()) {
        const room = (width / whole) * inner
        write(texts[i] ?? '', x + 4, at, room - 8, right ? 'right' : 'left')
        x += room
      }
    }
    const head = () => {
      doc.rect(page.side, y, inner, rowHeight).fill(ink.fill)
      doc.font('Helvetica-Bold').fontSize(7.5).fillColor(ink.soft)
      cells(
        columns.map(each => each.title),
        y + 4,
      )
      y += rowHeight
    }
    need(rowHeight * 2)
    head()
    for (const row of rows) {
      if (y + height > page.height - page.bottom) {
        turn()
        head()
      }
      doc.font('Helvetica').fontSize(8).fillColor(ink.text)
      cells(row, y + 3.5)
      y += height
      rule(y)
    }
    y += 16
  }

  function line({ labels, values }: Of<'line'>) {
    const height = 110
    need(height + 34)
    const [left, width] = [page.side + 44, inner - 64]
    const known = values.filter(value => value !== null)
    const [low, high] = [Math.min(...known), Math.max(...known)]
    // A flat line is drawn in the middle.
    const spread = high - low || 1
    const floor = high === low ? low - 0.5 : low
    const xOf = (i: number) => left + (i / Math.max(1, values.length - 1)) * width
    const yOf = (value: number) => y + 6 + height - ((value - floor) / spread) * height
    doc.font('Helvetica').fontSize(7.5).fillColor(ink.soft)
    for (const value of new Set([low, high])) {
      doc
        .moveTo(left, yOf(value))
        .lineTo(left + width, yOf(value))
        .lineWidth(0.5)
        .stroke(ink.line)
      write(showInteger(value), page.side, yOf(value) - 3, 38, 'right')
    }
    for (const [i, label] of labels.entries()) write(label, xOf(i) - 24, y + height + 14, 48, 'center')
    let drawing = false
    for (const [i, value] of values.entries()) {
      if (value === null) drawing = false
      else if (drawing) doc.lineTo(xOf(i), yOf(value))
      else {
        doc.moveTo(xOf(i), yOf(value))
        drawing = true
      }
    }
    doc.lineWidth(1.5).stroke(ink.accent)
    for (const [i, value] of values.entries()) if (value !== null) doc.circle(xOf(i), yOf(value), 2).fill(ink.accent)
    y += height + 34
  }

  function note({ text }: Of<'note'>) {
    doc.font('Helvetica').fontSize(8).fillColor(ink.soft)
    const height = doc.heightOfString(printable(text), { width: inner })
    need(height + 5)
    doc.text(printable(text), page.side, y, { width: inner })
    y += height + 7
  }

  function picture({ height, shapes, labels }: Of<'picture'>) {
    need(height)
    const [left, top] = [page.side, y]
    for (const { points, fill, stroke, width = 1, dashed } of shapes) {
      for (const [i, [x, down]] of points.entries())
        if (i) doc.lineTo(left + x, top + down)
        else doc.moveTo(left + x, top + down)
      doc.lineWidth(width)
      if (dashed) doc.dash(3, { space: 2 })
      if (fill) doc.closePath().fill(ink[fill])
      else doc.stroke(ink[stroke ?? 'text'])
      doc.undash()
    }
    doc.font('Helvetica').fontSize(7.5).fillColor(ink.soft)
    for (const { at, text, align } of labels) {
      const from = { left: 0, center: 40, right: 80 }[align]
      write(text, left + at[0] - from, top + at[1] - 4, 80, align)
    }
    y = top + height + 10
  }

  function signature({ who }: Of<'signature'>) {
    need(64)
    y += 40
    const [left, width] = [page.side + inner * 0.25, inner * 0.5]
    doc
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.5)
      .stroke(ink.text)
    doc.font('Helvetica').fontSize(8).fillColor(ink.soft)
    write(who, left, y + 5, width, 'center')
    y += 24
  }

  for (const block of blocks) {
    if (block.kind === 'heading') heading(block)
    else if (block.kind === 'facts') facts(block)
    else if (block.kind === 'table') table(block)
    else if (block.kind === 'line') line(block)
    else if (block.kind === 'picture') picture(block)
    else if (block.kind === 'signature') signature(block)
    else note(block)
  }
  const { count } = doc.bufferedPageRange()
  for (let i = 0; i < count; i++) {
    doc.switchToPage(i)
    doc.font('Helvetica').fontSize(8).fillColor(ink.soft)
    write(foot, page.side, page.height - 34, inner * 0.75)
    write(`página ${i + 1} de ${count}`, page.side + inner * 0.75, page.height - 34, inner * 0.25, 'right')
  }
  doc.end()
  return bytes
}
