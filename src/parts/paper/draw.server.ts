import { showInteger } from '#kernel/show.ts'
import { printable } from '#parts/paper/printable.ts'
import { paperWidth, type Block, type Paper, type PaperInk } from '#parts/paper/paper.ts'
import { a4, drawRule, linesWithin, openDrawing, pen, writeLine, type Drawing } from '#parts/paper/page.server.ts'

const page = { ...a4, side: 42, top: 42, bottom: 52 } as const
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
/** Of the second line of a row, and of those after it. */
const lineHeight = 10
const small = { size: 8, color: ink.soft } as const
const right = page.side + inner
type Of<K extends Block['kind']> = Extract<Block, { readonly kind: K }>

/** Where the next block is drawn. */
interface Cursor {
  readonly doc: Drawing
  /** The head of every page but the first. */
  readonly short: string
  y: number
}

const rule = ({ doc }: Cursor, y: number, color: string = ink.line) => drawRule(doc, [page.side, y], [right, y], color)

/** Begins a new page. */
function turn(at: Cursor) {
  at.doc.addPage()
  pen(at.doc, small)
  writeLine(at.doc, at.short, page.side, page.top - 14, inner)
  at.y = page.top + 6
}
const fits = ({ y }: Cursor, height: number) => y + height <= page.height - page.bottom
function need(at: Cursor, height: number) {
  if (!fits(at, height)) turn(at)
}

/** Writes words over the whole width, in as many lines as they need. */
function writeLines(at: Cursor, text: string, height: number) {
  for (const each of linesWithin(at.doc, text, inner)) {
    writeLine(at.doc, each, page.side, at.y, inner)
    at.y += height
  }
}

function heading(at: Cursor, { text }: Of<'heading'>) {
  // A heading is never alone at the foot of a page.
  need(at, 28 + rowHeight * 3)
  pen(at.doc, { size: 11, color: ink.text, bold: true })
  writeLines(at, text, 14)
  at.y += 4
}

function facts(at: Cursor, { pairs }: Of<'facts'>) {
  const { doc } = at
  need(at, 40)
  const width = inner / pairs.length
  for (const [i, [label, value]] of pairs.entries()) {
    pen(doc, small)
    writeLine(doc, label, page.side + i * width, at.y, width - 8)
    pen(doc, { size: 12, color: ink.text, bold: true })
    writeLine(doc, value, page.side + i * width, at.y + 11, width - 8)
  }
  at.y += 40
}

function table(at: Cursor, { columns, rows, tall }: Of<'table'>) {
  const { doc } = at
  const whole = columns.reduce((sum, { width }) => sum + width, 0)
  const rooms = columns.map(({ width }) => (width / whole) * inner)
  const broken = (texts: readonly string[]) => rooms.map((room, i) => linesWithin(doc, texts[i] ?? '', room - 8))
  const cells = (texts: readonly (readonly string[])[], y: number) => {
    let x: number = page.side
    for (const [i, { right: isRight }] of columns.entries()) {
      const room = rooms[i] ?? 0
      for (const [n, text] of (texts[i] ?? []).entries())
        writeLine(doc, text, x + 4, y + n * lineHeight, room - 8, isRight ? 'right' : 'left')
      x += room
    }
  }
  const titles = columns.map(({ title }) => title)
  const head = () => {
    doc.rect(page.side, at.y, inner, rowHeight).fill(ink.fill)
    pen(doc, { size: 7.5, color: ink.soft, bold: true })
    cells(broken(titles), at.y + 4)
    at.y += rowHeight
  }
  need(at, rowHeight * 2)
  head()
  for (const row of rows) {
    pen(doc, { size: 8, color: ink.text })
    const texts = broken(row)
    const many = Math.max(1, ...texts.map(({ length }) => length))
    const height = (tall ? 20 : rowHeight) + (many - 1) * lineHeight
    if (!fits(at, height)) {
      turn(at)
      head()
    }
    pen(doc, { size: 8, color: ink.text })
    cells(texts, at.y + 3.5)
    at.y += height
    rule(at, at.y)
  }
  at.y += 16
}

function line(at: Cursor, { labels, values }: Of<'line'>) {
  const { doc } = at
  const height = 110
  need(at, height + 34)
  const [left, width] = [page.side + 44, inner - 64]
  const known = values.filter(value => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  // A flat line is drawn in the middle.
  const spread = high - low || 1
  const floor = high === low ? low - 0.5 : low
  const xOf = (i: number) => left + (i / Math.max(1, values.length - 1)) * width
  const yOf = (value: number) => at.y + 6 + height - ((value - floor) / spread) * height
  pen(doc, { size: 7.5, color: ink.soft })
  for (const value of new Set([low, high])) {
    drawRule(doc, [left, yOf(value)], [left + width, yOf(value)], ink.line)
    writeLine(doc, showInteger(value), page.side, yOf(value) - 3, 38, 'right')
  }
  for (const [i, label] of labels.entries()) writeLine(doc, label, xOf(i) - 24, at.y + height + 14, 48, 'center')
  let isDrawing = false
  for (const [i, value] of values.entries()) {
    if (value !== null && isDrawing) doc.lineTo(xOf(i), yOf(value))
    else if (value !== null) doc.moveTo(xOf(i), yOf(value))
    isDrawing = value !== null
  }
  doc.lineWidth(1.5).stroke(ink.accent)
  for (const [i, value] of values.entries()) if (value !== null) doc.circle(xOf(i), yOf(value), 2).fill(ink.accent)
  at.y += height + 34
}

function note(at: Cursor, { text }: Of<'note'>) {
  pen(at.doc, small)
  const height = at.doc.heightOfString(printable(text), { width: inner })
  need(at, height + 5)
  at.doc.text(printable(text), page.side, at.y, { width: inner })
  at.y += height + 7
}

function picture(at: Cursor, { height, shapes, labels }: Of<'picture'>) {
  const { doc } = at
  need(at, height)
  const [left, top] = [page.side, at.y]
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
  pen(doc, { size: 7.5, color: ink.soft })
  for (const { at: point, text, align } of labels) {
    const from = { left: 0, center: 40, right: 80 }[align]
    writeLine(doc, text, left + point[0] - from, top + point[1] - 4, 80, align)
  }
  at.y = top + height + 10
}

function signature(at: Cursor, { who }: Of<'signature'>) {
  need(at, 64)
  at.y += 40
  const [left, width] = [page.side + inner * 0.25, inner * 0.5]
  drawRule(at.doc, [left, at.y], [left + width, at.y], ink.text)
  pen(at.doc, small)
  writeLine(at.doc, who, left, at.y + 5, width, 'center')
  at.y += 24
}

function block(at: Cursor, drawn: Block) {
  if (drawn.kind === 'heading') heading(at, drawn)
  else if (drawn.kind === 'facts') facts(at, drawn)
  else if (drawn.kind === 'table') table(at, drawn)
  else if (drawn.kind === 'line') line(at, drawn)
  else if (drawn.kind === 'picture') picture(at, drawn)
  else if (drawn.kind === 'signature') signature(at, drawn)
  else note(at, drawn)
}

/** The title and the lines under it, on the first page. */
function begin(at: Cursor, { title, lines }: Paper) {
  pen(at.doc, { size: 16, color: ink.text, bold: true })
  writeLines(at, title, 20)
  at.y += 4
  pen(at.doc, { size: 9, color: ink.soft })
  for (const each of lines) writeLines(at, each, 13)
  at.y += 4
  rule(at, at.y, ink.soft)
  at.y += 12
}

/** The foot of every page: how many there are is known at the end. */
function writeFeet({ doc }: Cursor, foot: string) {
  const { count } = doc.bufferedPageRange()
  for (let i = 0; i < count; i++) {
    doc.switchToPage(i)
    pen(doc, small)
    writeLine(doc, foot, page.side, page.height - 34, inner * 0.75)
    writeLine(doc, `página ${i + 1} de ${count}`, page.side + inner * 0.75, page.height - 34, inner * 0.25, 'right')
  }
}

/** A document to print, as PDF. */
export async function draw(paper: Paper): Promise<Buffer> {
  const { doc, bytes } = openDrawing(paper.title, paper.now)
  const at: Cursor = { doc, short: paper.short, y: page.top }
  begin(at, paper)
  for (const each of paper.blocks) block(at, each)
  writeFeet(at, paper.foot)
  doc.end()
  return bytes
}
