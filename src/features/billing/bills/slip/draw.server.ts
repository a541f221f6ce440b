import { showDate, showDecimal } from '#kernel/show.ts'
import { bankWithDigit, nameOfBank } from '#features/billing/bills/slip/banks.ts'
import { barsDrawn } from '#features/billing/bills/slip/bars.ts'
import { lineOf } from '#features/billing/bills/slip/numbers.ts'
import { notRegistered, type SlipSheet } from '#features/billing/bills/slip/sheet.ts'
import { printable } from '#parts/paper/printable.ts'
import {
  a4,
  drawQr,
  drawRule,
  openDrawing,
  pen,
  writeFitted,
  writeLine,
  type Align,
  type Drawing,
} from '#parts/paper/page.server.ts'

const mm = 72 / 25.4
/** The ficha's place at the foot of the page: 180 mm wide, 105 mm high. */
const inner = 180 * mm
const leftEdge = (a4.width - inner) / 2
const right = leftEdge + inner
const side = 128
const cut = a4.height - 107 * mm
/** The bars: 13 mm high and 12 mm from the edge, their modules of 0.254 mm, 5 mm of white before them. */
const bars = { module: 0.72, height: 13 * mm, top: a4.height - 25 * mm, quiet: 5 * mm } as const
const ink = { text: '#14181f', soft: '#5a6170', line: '#9aa1ae', fill: '#eef0f4', alert: '#a3201d' } as const

interface Cell {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height?: number
  readonly label: string
  readonly value?: string
  /** At the end of the value, and never cut. */
  readonly tail?: string
  /** Under the value; the cell is a line higher. */
  readonly more?: string
  readonly align?: Align
  readonly bold?: boolean
  readonly fill?: boolean
}
const row = 22
const moreLine = 10.5
/** Points of the letters of what is long: smaller ones are hard to read on paper. */
const smallest = 6.5

const reais = (cents: number) => showDecimal(cents / 100, 2)

function cell(
  doc: Drawing,
  { x, y, width, height = row, label, value = '', tail = '', more, align = 'left', bold = false, fill }: Cell,
) {
  if (fill) doc.rect(x, y, width, height).fill(ink.fill)
  if (x > leftEdge) drawRule(doc, [x, y], [x, y + height], ink.line)
  drawRule(doc, [x, y + height], [x + width, y + height], ink.line)
  pen(doc, { size: 6, color: ink.soft })
  writeLine(doc, label, x + 4, y + 3, width - 8)
  pen(doc, { size: 9, color: ink.text, bold })
  writeFitted(doc, { words: value, tail, least: smallest }, 9, [x + 4, y + 10.5, width - 8], align)
  if (!more) return
  doc.font('Helvetica')
  writeFitted(doc, { words: more, least: smallest }, 8, [x + 4, y + 10.5 + moreLine, width - 8], align)
}
/** Cells side by side; the shares add up to the whole width. */
function cells(doc: Drawing, y: number, all: readonly (Omit<Cell, 'x' | 'y'> & { readonly width: number })[]) {
  const height = row + (all.some(({ more }) => more) ? moreLine : 0)
  let x = leftEdge
  for (const each of all) {
    cell(doc, { ...each, x, y, height })
    x += each.width
  }
  return y + height
}

/** Draws the head of both parts: the bank, its code, and a text at the right. */
function head(doc: Drawing, y: number, { bank }: SlipSheet, title: string, size: number) {
  const [name, code] = [nameOfBank(bank), bankWithDigit(bank)]
  pen(doc, { size: 13, color: ink.text, bold: true })
  writeLine(doc, name, leftEdge, y + 5, 108)
  for (const x of [leftEdge + 112, leftEdge + 166]) drawRule(doc, [x, y + 2], [x, y + 20], ink.text, 1.2)
  doc.fontSize(14)
  writeLine(doc, code, leftEdge + 112, y + 5, 54, 'center')
  doc.fontSize(size)
  writeLine(doc, title, leftEdge + 172, y + 7, inner - 172, 'right')
  drawRule(doc, [leftEdge, y + 22], [right, y + 22], ink.text, 1.2)
  return y + 22
}

function alertBand(doc: Drawing, y: number, text: string) {
  doc.roundedRect(leftEdge, y, inner, 18, 3).lineWidth(1).fillAndStroke('#fbeeed', ink.alert)
  pen(doc, { size: 9, color: ink.alert, bold: true })
  writeLine(doc, text, leftEdge + 8, y + 5, inner - 16, 'center')
  return y + 24
}

/** The payer retains this part. */
function receipt(doc: Drawing, sheet: SlipSheet) {
  const { beneficiary, payer, registered } = sheet
  pen(doc, { size: 15, color: ink.text, bold: true })
  writeFitted(doc, { words: beneficiary.name, least: 9 }, 15, [leftEdge, 40, inner - 100])
  pen(doc, { size: 9, color: ink.soft })
  writeLine(doc, 'Recibo do pagador', right - 90, 45, 90, 'right')
  const place = `CNPJ ${beneficiary.document} · ${beneficiary.address}`
  writeFitted(doc, { words: place, least: smallest }, 9, [leftEdge, 59, inner])
  let y = head(doc, 78, sheet, lineOf(sheet.bars), 10.5)
  y = cells(doc, y, [
    { width: inner - side * 2, label: 'Pagador', value: payer.name, bold: true },
    { width: side, label: 'Vencimento', value: showDate(sheet.due_date), align: 'right', bold: true, fill: true },
    {
      width: side,
      label: 'Valor do documento (R$)',
      value: reais(sheet.cents),
      align: 'right',
      bold: true,
      fill: true,
    },
  ])
  y = cells(doc, y, [
    { width: inner - side * 3, label: 'CPF ou CNPJ do pagador', value: payer.document },
    { width: side, label: 'Nosso número', value: sheet.number, align: 'right' },
    { width: side, label: 'Número do documento', value: sheet.document, align: 'right' },
    { width: side, label: 'Agência / código do beneficiário', value: sheet.agency, align: 'right' },
  ])
  y += 14
  if (!registered) y = alertBand(doc, y, notRegistered) + 4
  y = about(doc, y, sheet)
  if (sheet.pix) pixPanel(doc, y + 8, sheet.pix)
}

function about(doc: Drawing, top: number, sheet: SlipSheet) {
  let y = top
  pen(doc, { size: 9, color: ink.text, bold: true })
  writeLine(doc, 'Do que se trata', leftEdge, y, inner)
  y += 14
  doc.font('Helvetica').fontSize(9)
  // What does not fit is counted, not dropped.
  const most = 8
  const shown = sheet.about.length > most ? sheet.about.slice(0, most - 1) : sheet.about
  for (const line of shown) {
    writeLine(doc, line, leftEdge, y, inner)
    y += 12.5
  }
  if (sheet.about.length > shown.length) {
    writeLine(doc, `e mais ${sheet.about.length - shown.length} itens`, leftEdge, y, inner)
    y += 12.5
  }
  return y
}

/** The QR code as squares, and what it says beside it. */
function pixPanel(doc: Drawing, y: number, { text: pix, cents }: NonNullable<SlipSheet['pix']>) {
  const [size, gap] = [124, 14]
  const height = size + gap * 2
  doc.roundedRect(leftEdge, y, inner, height, 6).lineWidth(0.75).stroke(ink.line)
  drawQr(doc, pix, [leftEdge + gap, y + gap], size)
  const [x, width] = [leftEdge + gap * 2 + size + 4, inner - size - gap * 3 - 4]
  pen(doc, { size: 13, color: ink.text, bold: true })
  writeLine(doc, `Pague R$ ${reais(cents)} com Pix`, x, y + gap + 2, width)
  pen(doc, { size: 9, color: ink.soft })
  const steps =
    'Abra o aplicativo do seu banco, escolha Pix, leia este QR code e confira o nome de quem recebe antes de confirmar. Ou use o Pix copia e cola:'
  doc.text(printable(steps), x, y + gap + 22, { width, lineGap: 1.5 })
  doc.font('Courier').fontSize(7).fillColor(ink.text)
  doc.text(pix, x, y + gap + 54, { width, lineGap: 1.5 })
}

/** The payer cuts here. */
function cutLine(doc: Drawing) {
  doc.dash(3, { space: 3 }).moveTo(leftEdge, cut).lineTo(right, cut).lineWidth(0.6).stroke(ink.soft).undash()
  pen(doc, { size: 6, color: ink.soft })
  writeLine(doc, 'Corte aqui', right - 60, cut - 8, 60, 'right')
}

/** The part the bank reads. */
function compensation(doc: Drawing, sheet: SlipSheet) {
  const { beneficiary, payer, registered } = sheet
  const wide = inner - side
  let y = head(doc, cut + 6, sheet, lineOf(sheet.bars), 12)
  y = cells(doc, y, [
    {
      width: wide,
      label: 'Local de pagamento',
      value: registered ? 'Pagável em qualquer banco, aplicativo ou lotérica' : notRegistered,
      bold: !registered,
    },
    { width: side, label: 'Vencimento', value: showDate(sheet.due_date), align: 'right', bold: true, fill: true },
  ])
  y = cells(doc, y, [
    {
      width: wide,
      label: 'Beneficiário',
      value: beneficiary.name,
      tail: ` · ${beneficiary.document}`,
      more: beneficiary.address,
    },
    { width: side, label: 'Agência / código do beneficiário', value: sheet.agency, align: 'right' },
  ])
  const part = wide / 10
  y = cells(doc, y, [
    { width: part * 2.2, label: 'Data do documento', value: showDate(sheet.issue_date) },
    { width: part * 3, label: 'Número do documento', value: sheet.document },
    { width: part * 1.4, label: 'Espécie doc.', value: 'DS' },
    { width: part * 1.1, label: 'Aceite', value: 'N' },
    { width: part * 2.3, label: 'Data do processamento', value: showDate(sheet.processed_on) },
    { width: side, label: 'Nosso número', value: sheet.number, align: 'right' },
  ])
  y = cells(doc, y, [
    { width: part * 2.2, label: 'Uso do banco' },
    { width: part * 1.6, label: 'Carteira', value: sheet.wallet },
    { width: part * 1.4, label: 'Espécie', value: 'R$' },
    { width: part * 2.5, label: 'Quantidade' },
    { width: part * 2.3, label: 'Valor' },
    { width: side, label: '(=) Valor do documento', value: reais(sheet.cents), align: 'right', bold: true, fill: true },
  ])
  y = instructions(doc, y, sheet)
  pen(doc, { size: 6, color: ink.soft })
  writeLine(doc, 'Pagador', leftEdge + 4, y + 3, 200)
  doc.fillColor(ink.text)
  const named = { words: payer.name, tail: ` · ${payer.document}`, least: smallest }
  writeFitted(doc, named, 8.5, [leftEdge + 4, y + 10, inner - 8])
  writeFitted(doc, { words: payer.address, least: smallest }, 8.5, [leftEdge + 4, y + 21, inner - 8])
  drawRule(doc, [leftEdge, y + 34], [right, y + 34], ink.line)
  pen(doc, { size: 6, color: ink.soft })
  writeLine(doc, 'Autenticação mecânica — Ficha de compensação', right - 200, y + 37, 200, 'right')
  for (const [at, width] of barsDrawn(sheet.bars))
    doc.rect(leftEdge + bars.quiet + at * bars.module, bars.top, width * bars.module, bars.height)
  doc.fill('#000000')
}

/** Draws instructions and boxes for the cashier. */
function instructions(doc: Drawing, top: number, { instructions: lines }: SlipSheet) {
  const labels = ['(-) Desconto / abatimento', '(+) Juros / multa', '(=) Valor cobrado']
  for (const [i, label] of labels.entries()) cell(doc, { x: right - side, y: top + i * row, width: side, label })
  pen(doc, { size: 6, color: ink.soft })
  writeLine(doc, 'Instruções (de responsabilidade do beneficiário)', leftEdge + 4, top + 3, 260)
  doc.fillColor(ink.text)
  for (const [i, line] of lines.slice(0, 4).entries())
    writeFitted(doc, { words: line, least: smallest }, 8.5, [leftEdge + 4, top + 12 + i * 12.5, inner - side - 12])
  const bottom = top + labels.length * row
  drawRule(doc, [leftEdge, bottom], [right, bottom], ink.line)
  return bottom
}

/** A boleto on one page, as PDF; `now` dates the file. */
export async function drawSlip(sheet: SlipSheet, now: Date): Promise<Buffer> {
  const title = `Boleto ${sheet.document} · ${sheet.payer.name}`
  const { doc, bytes } = openDrawing(title, now)
  receipt(doc, sheet)
  cutLine(doc)
  compensation(doc, sheet)
  doc.end()
  return bytes
}
