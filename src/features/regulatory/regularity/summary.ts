import type { SummaryLine } from '#features/regulatory/regularity/schema.ts'

/** All but those that were left out. */
export const chosenOf = (lines: readonly SummaryLine[], left: readonly string[]) =>
  lines.filter(({ key }) => !left.includes(key))

const parts = [
  ['Feito:', true],
  ['Falta:', false],
] as const

/** Paragraphs, of what was chosen alone: what was done, then what is missing. */
export const summaryParts = (lines: readonly SummaryLine[]): readonly string[] =>
  parts.flatMap(([title, done]) => {
    const own = lines.filter(line => line.done === done)
    return own.length ? [title, ...own.map(({ text }) => `- ${text}`)] : []
  })

/** The same as plain text, to be pasted wherever the client is spoken to. */
export function summaryText(subject: string, lines: readonly SummaryLine[]): string {
  const said = summaryParts(lines).map(part => (part.startsWith('-') ? part : `\n${part}`))
  return [subject, ...said].join('\n')
}
