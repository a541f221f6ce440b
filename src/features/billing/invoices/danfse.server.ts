import {
  danfseAmounts,
  danfseBands,
  danfseHead,
  danfseInformation,
  danfseParties,
  danfseService,
  netLabel,
  type DanfseBlock,
  type DanfseCell,
  type DanfseFacts,
} from '#features/billing/invoices/danfse.ts'
import { printable } from '#parts/paper/printable.ts'
import { a4, drawQr, drawRule, openDrawing, pen, type Align, type Drawing } from '#parts/paper/page.server.ts'

const page = { ...a4, side: 22, top: 20 } as const
const inner = page.width - 2 * page.side
/** What is printed ends here: under it is the number of the page. */
const bottom = page.height - page.top - 14
const ink = { text: '#000000', line: '#000000', fill: '#f2f2f2', mark: '#a6a6a6', warning: '#c00000' } as const
const consult = 'https://www.nfse.gov.br/ConsultaPublica/?tpc=1&chave='
const label = 6
const value = 7.5
const padding = 3

interface DanfseSheet {
  readonly doc: Drawing
  readonly facts: DanfseFacts
  /** Where the next thing is drawn. */
  y: number
}

/** Draws the paper that goes with an NFS-e: A4, and as many pages as its words need. */
export async function drawDanfse(facts: DanfseFacts): Promise<Buffer> {
  const { doc, bytes } = openDrawing(`NFS-e ${facts.number}`, new Date(facts.authorizedAt))
  const sheet: DanfseSheet = { doc, facts, y: page.top }
  underlay(sheet)
  heading(sheet)
  for (const each of danfseParties(facts)) block(sheet, each)
  for (const each of danfseBands) band(sheet, each)
  block(sheet, danfseService(facts), false)
  prose(sheet, 'Descrição do Serviço', facts.dps.service.description)
  for (const each of danfseAmounts(facts)) block(sheet, each)
  prose(sheet, 'INFORMAÇÕES COMPLEMENTARES', danfseInformation(facts))
  numberPages(sheet)
  doc.end()
  return bytes
}

/** Text in the characters of PDF's standard fonts; an empty value becomes a dash. */
const printed = (text: string | null | undefined) => text?.split('\n').map(printable).join('\n').trim() || '-'

interface Style {
  readonly size: number
  readonly bold?: boolean
  readonly color?: string
}
const choose = (doc: Drawing, { size, bold = false, color = ink.text }: Style) => pen(doc, { size, bold, color })

/** Breaks a text into lines that fit, at spaces, and within a word that alone is too long. The pen is chosen before. */
function linesOf(doc: Drawing, text: string, width: number): readonly string[] {
  return printed(text)
    .split('\n')
    .flatMap(paragraph => {
      const lines: string[] = []
      let line = ''
      for (const word of paragraph.split(' ').flatMap(each => piecesOf(doc, each, width))) {
        const longer = line ? `${line} ${word}` : word
        if (doc.widthOfString(longer) <= width) line = longer
        else {
          lines.push(line)
          line = word
        }
      }
      return [...lines, line]
    })
}
function piecesOf(doc: Drawing, word: string, width: number): readonly string[] {
  if (doc.widthOfString(word) <= width) return [word]
  // An address of e-mail breaks best after its at-sign.
  const [local = '', domain] = word.split(/(?<=@)/)
  if (domain) return [local, domain].flatMap(part => piecesOf(doc, part, width))
  const pieces: string[] = []
  let piece = ''
  for (const each of word) {
    if (piece && doc.widthOfString(piece + each) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += each
  }
  return [...pieces, piece]
}

function writeAt(doc: Drawing, text: string, x: number, y: number, width = 0, align: Align = 'left') {
  const room = align === 'left' ? 0 : width - doc.widthOfString(text)
  doc.text(text, x + (align === 'center' ? room / 2 : room), y, { lineBreak: false })
}

/** Begins another page where so much does not fit on this one. */
function need(sheet: DanfseSheet, height: number) {
  if (sheet.y + height <= bottom) return
  sheet.doc.addPage({ size: 'A4', margin: 0 })
  underlay(sheet)
  const { accessKey, number } = sheet.facts
  choose(sheet.doc, { size: 8, bold: true })
  writeAt(sheet.doc, `DANFSe v2.0 - continuação da NFS-e ${number}`, page.side + padding, page.top + 4)
  choose(sheet.doc, { size: 7 })
  writeAt(sheet.doc, accessKey ?? 'sem chave de acesso', page.side, page.top + 5, inner - padding, 'right')
  sheet.y = page.top + 18
  rule(sheet)
  sheet.y += 3
}

const rule = ({ doc, y }: DanfseSheet, from: number = page.side) =>
  drawRule(doc, [from, y], [page.side + inner, y], ink.line)

/** What lies under the words of a page: its frame, and across it what ended the note. */
function underlay({ doc, facts: { cancelledAt, replacedBy } }: DanfseSheet) {
  const mark = cancelledAt ? 'CANCELADA' : replacedBy ? 'SUBSTITUÍDA' : null
  if (mark) {
    choose(doc, { size: 64, bold: true, color: ink.mark })
    doc.save().rotate(-52, { origin: [page.width / 2, page.height / 2] })
    writeAt(doc, mark, page.width / 2 - 450, page.height / 2 - 32, 900, 'center')
    doc.restore()
  }
  doc
    .rect(page.side, page.top, inner, page.height - 2 * page.top)
    .lineWidth(1)
    .stroke(ink.line)
}

/** Title, key, numbers and the QR. */
function heading(sheet: DanfseSheet) {
  const { doc, facts } = sheet
  const { aside, warning, rows } = danfseHead(facts)
  const third = inner / 3
  const band = 42
  const shade = facts.cancelledAt || facts.replacedBy ? null : ink.fill
  if (shade) doc.rect(page.side + 0.5, page.top + 0.5, inner - 1, band - 0.5).fill(shade)
  choose(doc, { size: 17, bold: true })
  writeAt(doc, 'NFS-e', page.side + 8, page.top + 7)
  choose(doc, { size: 7 })
  writeAt(doc, 'Nota Fiscal de Serviço Eletrônica', page.side + 8, page.top + 27)
  choose(doc, { size: 11, bold: true })
  writeAt(doc, 'DANFSe v2.0', page.side + third, page.top + 5, third, 'center')
  choose(doc, { size: 9, bold: true })
  writeAt(doc, 'Documento Auxiliar da NFS-e', page.side + third, page.top + 17, third, 'center')
  if (warning) {
    choose(doc, { size: 10, bold: true, color: ink.warning })
    writeAt(doc, warning, page.side + third, page.top + 29, third, 'center')
  }
  choose(doc, { size: 7 })
  const lines = aside.flatMap(line => linesOf(doc, line, third - 2 * padding))
  for (const [at, line] of lines.entries())
    writeAt(doc, line, page.side + 2 * third + padding, page.top + 5 + at * (lines.length > 3 ? 8.5 : 11))
  sheet.y = page.top + band
  rule(sheet)
  const from = sheet.y
  for (const cells of rows) row(sheet, cells, inner - 132)
  code(sheet, from)
  rule(sheet)
}

/** The QR with its words; an empty frame where there is nothing to consult. */
function code({ doc, facts: { accessKey } }: DanfseSheet, from: number) {
  const size = 52
  const [left, width] = [page.side + inner - 132, 128]
  const x = left + (width - size) / 2
  if (accessKey) drawQr(doc, `${consult}${accessKey}`, [x, from + 8], size)
  else
    doc
      .rect(x, from + 5, size, size)
      .lineWidth(0.5)
      .dash(2, { space: 2 })
      .stroke(ink.line)
      .undash()
  choose(doc, { size: 5.5 })
  const words = accessKey
    ? 'A autenticidade desta NFS-e pode ser verificada pela leitura deste código QR ou pela consulta da chave de acesso no portal nacional da NFS-e'
    : 'Sem consulta pública: esta nota não tem chave de acesso'
  for (const [at, line] of linesOf(doc, words, width).entries())
    writeAt(doc, line, left, from + 64 + at * 6.5, width, 'center')
}

interface DrawnCell {
  readonly label: string
  readonly lines: readonly string[]
  readonly labels: readonly string[]
  readonly width: number
}
const labelStep = 7
const valueStep = 9

function measured(doc: Drawing, cells: readonly DanfseCell[], room: number): readonly DrawnCell[] {
  return cells.map(([name, text, span]) => {
    const width = (room / 12) * span
    choose(doc, { size: label, bold: true })
    const labels = linesOf(doc, name, width - 2 * padding)
    choose(doc, { size: value })
    return { label: name, labels, lines: linesOf(doc, text ?? '', width - 2 * padding), width }
  })
}
const heightOf = (cells: readonly DrawnCell[]) =>
  Math.max(...cells.map(({ labels, lines }) => labels.length * labelStep + lines.length * valueStep)) + 5

/** Draws names with their values side by side; the row is as high as the longest of them needs. */
function row(sheet: DanfseSheet, cells: readonly DanfseCell[], room = inner, from: number = page.side) {
  const { doc } = sheet
  const drawn = measured(doc, cells, room)
  const height = heightOf(drawn)
  need(sheet, height)
  let x = from
  for (const cell of drawn) {
    const top = sheet.y + 2.5
    if (cell.label === netLabel && !sheet.facts.cancelledAt && !sheet.facts.replacedBy)
      doc.rect(x, sheet.y + 0.5, cell.width - 0.5, height - 1).fill(ink.fill)
    choose(doc, { size: label, bold: true })
    for (const [at, line] of cell.labels.entries()) writeAt(doc, line, x + padding, top + at * labelStep)
    choose(doc, { size: value, bold: cell.label === netLabel })
    for (const [at, line] of cell.lines.entries())
      writeAt(doc, line, x + padding, top + cell.labels.length * labelStep + at * valueStep)
    x += cell.width
  }
  sheet.y += height
}

/** A block stays on one page: its name is in the first columns of its first row. */
function block(sheet: DanfseSheet, { title, rows }: DanfseBlock, ends = true) {
  const { doc } = sheet
  const heights = rows.map(cells => heightOf(measured(doc, cells, inner)))
  need(
    sheet,
    heights.reduce((sum, height) => sum + height, 0),
  )
  const [first = [], ...rest] = rows
  const side = inner / 4
  if (!sheet.facts.cancelledAt && !sheet.facts.replacedBy)
    doc.rect(page.side + 0.5, sheet.y + 0.5, side - 4, (heights[0] ?? 0) - 1).fill(ink.fill)
  choose(doc, { size: 6.3, bold: true })
  for (const [at, line] of linesOf(doc, title, side - 4 - 2 * padding).entries())
    writeAt(doc, line, page.side + padding, sheet.y + 6 + at * 8.5)
  row(sheet, first, inner, page.side + side)
  for (const cells of rest) row(sheet, cells)
  if (ends) rule(sheet)
}

function band(sheet: DanfseSheet, text: string) {
  need(sheet, 13)
  choose(sheet.doc, { size: 7, bold: true })
  writeAt(sheet.doc, text, page.side, sheet.y + 3.5, inner, 'center')
  sheet.y += 13
  rule(sheet)
}

/** A text of any length under its name: what does not fit goes on on the next page. */
function prose(sheet: DanfseSheet, name: string, text: string) {
  const { doc } = sheet
  choose(doc, { size: value })
  const lines = linesOf(doc, text, inner - 2 * padding)
  need(sheet, 12 + 2 * valueStep)
  choose(doc, { size: label, bold: true })
  writeAt(doc, name, page.side + padding, sheet.y + 2.5)
  sheet.y += 2.5 + labelStep
  for (const line of lines) {
    need(sheet, valueStep + 3)
    choose(doc, { size: value })
    writeAt(doc, line, page.side + padding, sheet.y)
    sheet.y += valueStep
  }
  sheet.y += 3
  rule(sheet)
}

function numberPages({ doc }: DanfseSheet) {
  const { count } = doc.bufferedPageRange()
  if (count < 2) return
  for (let at = 0; at < count; at++) {
    doc.switchToPage(at)
    choose(doc, { size: 6.5 })
    writeAt(doc, `Página ${at + 1} de ${count}`, page.side, bottom + 4, inner - padding, 'right')
  }
}
