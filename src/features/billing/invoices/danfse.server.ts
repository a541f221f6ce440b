import { showDate, showInstant } from '#kernel/show.ts'
import {
  danfseAmounts,
  danfseBlocks,
  danfseInformation,
  netLabel,
  type DanfseBlock,
  type DanfseCell,
  type DanfseFacts,
} from '#features/billing/invoices/danfse.ts'
import { printable } from '#parts/paper/printable.ts'
import {
  a4,
  drawQr,
  drawRule,
  openDrawing,
  pen,
  writeLine,
  type Align,
  type Drawing,
} from '#parts/paper/page.server.ts'

/** Everything is on one page. */
const page = { ...a4, side: 28, top: 28 } as const
const inner = page.width - 2 * page.side
const ink = { text: '#111418', soft: '#4b5261', line: '#8a91a0', fill: '#eceef2', mark: '#b3261e' } as const
const consult = 'https://www.nfse.gov.br/ConsultaPublica/?tpc=1&chave='
const headingHeight = 14
const rowHeight = 25

/** Text of several lines in the characters of PDF's standard fonts; an empty value becomes a dash. */
const printableText = (value: string | null | undefined) => value?.split('\n').map(printable).join('\n').trim() || '-'

/** Draws the paper that goes with an NFS-e: A4, one page. */
export async function drawDanfse(facts: DanfseFacts): Promise<Buffer> {
  const { dps, number, cancelledAt, hasNoValue, isTest } = facts
  const { doc, bytes } = openDrawing(`NFS-e ${number}`, new Date(facts.authorizedAt))
  const mark = cancelledAt ? 'CANCELADA' : hasNoValue ? 'SEM VALOR FISCAL' : isTest ? 'SEM VALIDADE JURÍDICA' : null
  let y = heading(doc, facts)
  y = blocks(doc, danfseBlocks(facts), y)
  const amounts = danfseAmounts(facts)
  const notes = [notesOf(facts).join(' '), ...danfseInformation(facts)].join(' | ')
  const lines = noteLines(doc, notes)
  // What is left for the description, between what is above it and what is below.
  const below = heightOf(amounts) + headingHeight + 8 + lines.height
  y = description(doc, dps.service.description, y, page.height - page.top - below - y)
  y = blocks(doc, amounts, y)
  title(doc, 'INFORMAÇÕES COMPLEMENTARES', y)
  write(doc, notes, page.side + 4, y + headingHeight + 3, inner - 8, { size: lines.size, lines: 40 })
  doc
    .rect(page.side, page.top, inner, page.height - 2 * page.top)
    .lineWidth(0.75)
    .stroke(ink.line)
  if (mark) watermark(doc, mark)
  doc.end()
  return bytes
}

interface Writing {
  readonly size?: number
  readonly bold?: boolean
  readonly color?: string
  readonly align?: Align
  readonly lines?: number
}

function write(doc: Drawing, text: string, x: number, y: number, width: number, how: Writing = {}) {
  const { size = 8, bold = false, color = ink.text, align = 'left', lines = 1 } = how
  pen(doc, { size, color, bold })
  if (lines === 1) writeLine(doc, printableText(text), x, y, width, align)
  else
    doc.text(printableText(text), x, y, { width, height: doc.currentLineHeight() * lines + 0.5, align, ellipsis: true })
}

function title(doc: Drawing, text: string, y: number) {
  doc.rect(page.side, y, inner, headingHeight).fill(ink.fill)
  write(doc, text, page.side + 4, y + 4, inner - 8, { size: 7, bold: true })
}

const heightOf = (all: readonly DanfseBlock[]) =>
  all.reduce((sum, { rows }) => sum + headingHeight + rows.length * rowHeight, 0)

function blocks(doc: Drawing, all: readonly DanfseBlock[], from: number): number {
  let y = from
  for (const { title: called, rows } of all) {
    title(doc, called, y)
    y += headingHeight
    for (const row of rows) {
      let x: number = page.side
      for (const [label, value, span] of row) {
        const width = (inner / 12) * span
        write(doc, label, x + 4, y + 3, width - 8, { size: 6, color: ink.soft })
        write(doc, printableText(value), x + 4, y + 12, width - 8, { size: 8, bold: label === netLabel })
        x += width
      }
      y += rowHeight
    }
    drawRule(doc, [page.side, y], [page.side + inner, y], ink.line)
  }
  return y
}

/** How large the last block is written, and its height: all of it is printed, however long the client's fields are. */
function noteLines(doc: Drawing, text: string) {
  const heightAt = (size: number) =>
    doc
      .font('Helvetica')
      .fontSize(size)
      .heightOfString(printableText(text), { width: inner - 8 })
  const size = [7.5, 7, 6.5, 6, 5.5, 5].find(each => heightAt(each) <= 72) ?? 4.5
  return { size, height: Math.max(36, heightAt(size)) }
}

/** The font shrinks until the text fits; what never fits is left to the XML. */
function description(doc: Drawing, given: string, from: number, room: number): number {
  const text = printableText(given)
  const width = inner - 8
  const heightAt = (size: number, of: string) => doc.font('Helvetica').fontSize(size).heightOfString(of, { width })
  write(doc, 'Descrição do serviço', page.side + 4, from + 3, width, { size: 6, color: ink.soft })
  const size = [8.5, 8, 7.5, 7, 6.5, 6, 5.5, 5].find(each => heightAt(each, text) <= room - 16) ?? 5
  const lines = text.split('\n')
  while (lines.length > 1 && heightAt(size, lines.join('\n')) > room - 24) lines.pop()
  const whole = lines.length === text.split('\n').length
  pen(doc, { size, color: ink.text })
  doc.text(lines.join('\n'), page.side + 4, from + 12, { width, height: room - 12 })
  if (!whole)
    write(doc, 'A descrição continua no XML da nota.', page.side + 4, from + room - 10, width, {
      size: 6,
      color: ink.mark,
    })
  const end = from + room
  drawRule(doc, [page.side, end], [page.side + inner, end], ink.line)
  return end
}

function notesOf({ dps, cancelledAt, hasNoValue, isTest, accessKey }: DanfseFacts): readonly string[] {
  return [
    ...(cancelledAt ? [`NFS-e cancelada em ${showInstant(cancelledAt)}.`] : []),
    ...(hasNoValue ? ['SEM VALOR FISCAL: emitida pelo emissor da casa, não foi enviada a nenhuma prefeitura.'] : []),
    ...(isTest && !hasNoValue ? ['NFS-e SEM VALIDADE JURÍDICA: emitida em homologação.'] : []),
    ...(accessKey ? [] : ['Sem chave de acesso.']),
    `Competência ${showDate(dps.competence)}.`,
  ]
}

function watermark(doc: Drawing, text: string) {
  doc.save().rotate(-52, { origin: [page.width / 2, page.height / 2] })
  doc
    .font('Helvetica-Bold')
    .fontSize(text.length > 18 ? 52 : 68)
    .fillColor(ink.mark)
    .opacity(0.13)
  doc.text(text, page.width / 2 - 450, page.height / 2 - 34, { width: 900, align: 'center', lineBreak: false })
  doc.restore().opacity(1)
}

/** Title, key, numbers and the QR. Answers where the next block begins. */
function heading(doc: Drawing, { dps, number, accessKey, authorizedAt, hasNoValue, isTest }: DanfseFacts): number {
  const { top, side } = page
  const room = inner - 104
  write(doc, 'DANFSe', side + 8, top + 8, 90, { size: 15, bold: true })
  write(doc, 'Documento Auxiliar da NFS-e', side + 82, top + 13, 190, { size: 9 })
  write(doc, `Município de ${dps.issuer.townName}`, side + 270, top + 13, room - 270, { size: 9, align: 'right' })
  const stamp = hasNoValue ? 'SEM VALOR FISCAL' : isTest ? 'NFS-e SEM VALIDADE JURÍDICA' : null
  const rows: readonly (readonly DanfseCell[])[] = [
    [['Chave de acesso da NFS-e', accessKey, 12]],
    [
      ['Número da NFS-e', number, 4],
      ['Competência da NFS-e', showDate(dps.competence), 4],
      ['Emissão da NFS-e', showInstant(authorizedAt), 4],
    ],
    [
      ['Número da DPS', String(dps.number), 4],
      ['Série da DPS', String(dps.series), 4],
      ['Emissão da DPS', showInstant(dps.issuedAt), 4],
    ],
  ]
  let y = top + 32
  for (const row of rows) {
    for (const [at, [label, value]] of row.entries()) {
      const width = room / row.length
      write(doc, label, side + 8 + at * width, y, width - 12, { size: 6, color: ink.soft })
      write(doc, printableText(value), side + 8 + at * width, y + 9, width - 12, {
        size: row.length === 1 ? 9 : 8.5,
        bold: true,
      })
    }
    y += rowHeight
  }
  qr(doc, accessKey === null ? null : `${consult}${accessKey}`, side + inner - 96, top + 8, 74)
  if (accessKey)
    write(doc, 'Confira em nfse.gov.br/consultapublica', side + inner - 100, top + 86, 96, {
      size: 5.5,
      align: 'center',
      color: ink.soft,
      lines: 2,
    })
  if (stamp)
    write(doc, stamp, side + inner - 104, top + 95, 100, {
      size: 7.5,
      bold: true,
      color: ink.mark,
      align: 'center',
      lines: 2,
    })
  const end = top + 118
  drawRule(doc, [side, end], [side + inner, end], ink.line)
  return end
}

/** Draws an empty frame where there is nothing to consult. */
function qr(doc: Drawing, text: string | null, x: number, y: number, size: number) {
  if (text === null) {
    doc.rect(x, y, size, size).lineWidth(0.5).dash(2, { space: 2 }).stroke(ink.line).undash()
    write(doc, 'sem consulta pública', x, y + size / 2 - 4, size, { size: 6, align: 'center', color: ink.soft })
    return
  }
  drawQr(doc, text, [x, y], size)
}
