import PDFDocument from 'pdfkit'
import { maskCnpj } from '#kernel/brasil.ts'

interface PdfLook {
  /** Asked of whoever opens it. */
  readonly password?: string
  /** Drawn as a picture is, without any text. */
  readonly scanned?: boolean
}

/** A PDF of these lines; of no two the bytes are the same unless their lines are. */
export function pdfOf(lines: readonly string[], { password, scanned = false }: PdfLook = {}): Promise<Buffer> {
  return new Promise(resolve => {
    const pdf = new PDFDocument({
      info: { CreationDate: new Date('2026-11-12T12:00:00Z'), Title: lines.join(' ').slice(0, 200) },
      ...(password && { userPassword: password }),
    })
    const parts: Buffer[] = []
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    if (scanned) pdf.rect(50, 50, 200, 300).fill('#ccc')
    else for (const line of lines) pdf.text(line)
    pdf.end()
  })
}

interface Told {
  readonly document: string
  readonly period?: string
  readonly kind?: string
  readonly protocol?: string
  readonly more?: readonly string[]
}

/** What a receipt of a monthly file might say: no layout of one is published. */
export const receiptLines = ({
  document,
  period = 'Competência: 07/2026',
  kind = 'Coleta de Dados: Acessos SCM',
  protocol = '',
  more = [],
}: Told): readonly string[] => [
  'Agência Nacional de Telecomunicações, CNPJ 02.030.715/0001-12',
  'Comprovante de envio',
  kind,
  `CNPJ da prestadora: ${maskCnpj(document)}`,
  period,
  ...(protocol ? [`Protocolo: ${protocol}`] : []),
  ...more,
]
