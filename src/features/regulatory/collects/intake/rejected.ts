import type { Preview } from '#features/regulatory/collects/intake/intake.ts'
import { refusalTitle } from '#features/regulatory/collects/intake/evidence/entry.ts'
import { isFormula } from '#kernel/text.ts'

/** A text a spreadsheet would run is written so that it is only shown (OWASP, CSV injection). */
const inert = (text: string) => (isFormula(text) && !/^-(?:\d|$)/.test(text) ? `'${text}` : text)
const quoted = (text: string) => (/[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The refused rows as they came, each with why: corrected there, the file goes in again. */
export function rejectedFile({ header, rows }: Pick<Preview, 'header' | 'rows'>): string {
  const kept = header.flatMap((name, at) => (name === refusalTitle ? [] : [at]))
  const lines = rows
    .filter(({ verdict }) => verdict === 'refused')
    .map(({ original = [], problems }) => [
      ...kept.map(at => original[at] ?? ''),
      problems.map(({ message }) => message).join(' '),
    ])
  const text = [[...kept.map(at => header[at] ?? ''), refusalTitle], ...lines]
  return `\ufeff${text.map(cells => `${cells.map(inert).map(quoted).join(';')}\r\n`).join('')}`
}
