import { cnpjRoot, maskCnpj } from '#kernel/brasil.ts'
import { showInteger } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'
import type { ReceiptReading } from '#parts/receipt/read.ts'
import { emptyOutcome, isReceiptVerdict, outcomeDoubt } from '#parts/receipt/verdict.ts'
import { label } from '#parts/period/period.ts'

/** What was filed, for which somebody gives a paper. */
export interface FiledMatter {
  readonly client: string
  readonly document: string
  /** '2026-10', '2026-S1', '2026'. */
  readonly period: string
  /** Rows of the file that went; null where it is not ours. */
  readonly rows: number | null
}

/** '2026-10' → 'out/2026'; '2026-S1' → '1º semestre de 2026'. */
export function periodInWords(period: string): string {
  const [year = '', part = ''] = period.split('-')
  if (!part) return year
  return part.startsWith('S')
    ? `${part.slice(1)}º semestre de ${year}`
    : label({ year: Number(year), month: Number(part) })
}

/** Why a receipt may be none of the file that went: the numbers of their rows; null where nothing is to be compared. */
export function rowsDoubt({ outcome }: ReceiptReading, rows: number | null): string | null {
  const { filed } = outcome.rows
  if (filed === null || rows === null || filed === rows) return null
  return `O papel fala de ${showInteger(filed)} ${filed === 1 ? 'registro' : 'registros'}, e o arquivo enviado tem ${showInteger(rows)}.`
}

/** What is doubtful of a paper that a person gives as the receipt of one thing; none of what has no text. */
export function paperDoubts(reading: ReceiptReading | null, of: FiledMatter): readonly string[] {
  if (!reading) return []
  const { cnpjs, periods, outcome } = reading
  const like = periods.filter(
    each => each.length === of.period.length && each.includes('S') === of.period.includes('S'),
  )
  const isOther = cnpjs.length > 0 && !cnpjs.some(each => cnpjRoot(each) === cnpjRoot(of.document))
  const isPlain = outcome.verdict === 'incerto' && outcome.doubt === emptyOutcome.doubt
  return [
    !isReceiptVerdict(outcome.verdict) && !isPlain && outcomeDoubt(outcome),
    isOther && `O papel é do CNPJ ${join(cnpjs.slice(0, 3).map(maskCnpj))}, e não de ${of.client}.`,
    like.length > 0 &&
      !like.includes(of.period) &&
      `O papel é de ${join(like.slice(0, 3).map(periodInWords))}, e não de ${periodInWords(of.period)}.`,
    rowsDoubt(reading, of.rows),
  ].flatMap(each => each || [])
}
