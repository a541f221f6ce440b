/** Characters the description of a service may have. */
const longestDescription = 2_000

/** What word processors write instead of what a keyboard has. */
const typographic: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '•': '-',
  '\u00a0': ' ',
  '\t': ' ',
}

/** A text of one line as the layout takes it: dashes and quotes as a keyboard has them, no spaces around. */
export const fitInvoiceLine = (text: string) => fitWords(text).replace(/\s+/g, ' ')
/** The same of several lines. */
export const fitWords = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[–—‘’“”…•\u00a0\t]/g, each => typographic[each] ?? each)
    .trim()

/** The characters of a text that the layout does not take (Latin-1 alone), each once. */
export const strangeIn = (text: string): readonly string[] => [
  ...new Set([...text].filter(each => !/[\n\x20-\x7e\xa1-\xff]/.test(each))),
]

/** What is wrong with the description of a service; null when nothing is. Too long is refused, never cut. */
export function wrongDescription(given: string): string | null {
  const text = fitWords(given)
  if (!text) return 'Descreva o serviço.'
  if (text.length > longestDescription)
    return `A descrição tem ${text.length.toLocaleString('pt-BR')} caracteres; cabem 2.000. Encurte-a: nada é cortado em silêncio.`
  const strange = strangeIn(text)
  return strange.length ? `Tire da descrição o que a nota não aceita: ${strange.slice(0, 5).join(' ')}` : null
}
