import { writeAbove } from '#parts/reply/above.ts'

/** What somebody wrote, and what stands below it: what they answer, and how they sign. Nothing of the text is lost. */
export interface FoldedText {
  readonly said: string
  readonly quoted: string
}

const quote = /^\s{0,3}>/
/** 'Em seg., 3 de nov. de 2026 às 10:12, Ana <ana@casa> escreveu:', which programs break in up to three lines. */
const introduced = /^\s*(em|on|el|le|am)\b.{4,400}\b(escreveu|wrote|escribió|a écrit|schrieb)\s*:\s*$/i
const original = /^\s*-{2,}\s*(mensagem original|original message|e-mail original)\s*-{2,}\s*$/i
const forwarded = /^\s*-{2,}\s*(mensagem encaminhada|forwarded message|início da mensagem encaminhada)\s*-{2,}\s*$/i
const ruled = /^\s*_{10,}\s*$/
const headed = /^\s*\*?(de|from)\s*:\*?\s*\S/i
const heads = /^\s*\*?(de|from|enviad[oa](?: em)?|sent|data|date|para|to|cc|assunto|subject)\s*:/i
const signed = /^--\s?$/
const device =
  /^\s*(enviad[oa] (do|da|pelo|de) (meu|minha|outlook|gmail|yahoo|iphone|android|samsung|celular)\b.*|sent from (my|outlook|yahoo)\b.*|obter o outlook para .*|get outlook for .*)$/i

/** Does what another program quotes begin at this line, whole to the end? */
function beginsOriginal(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  if (line.includes(writeAbove) || original.test(line)) return true
  // A block of headers: who, when, to whom and about what, two of them at least, right after each other.
  const from = ruled.test(line) ? at + 1 : at
  const next = lines.slice(from, from + 6).filter(each => heads.test(each))
  return headed.test(lines[from] ?? '') && next.length >= 3
}

/** Lines that introduce a quote from here: how many, or none. */
function introducedIn(lines: readonly string[], at: number): number {
  for (const many of [1, 2, 3]) {
    const said = lines.slice(at, at + many)
    if (said.length < many || said.some(each => each.trim() === '')) return 0
    if (introduced.test(said.join(' '))) return many
  }
  return 0
}

/** Where what is not said any more begins: a signature, or the quote at the end. */
function endOf(lines: readonly string[]): number {
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (forwarded.test(line)) return lines.length
    if (signed.test(line) || beginsOriginal(lines, at)) return at
    const rest = at + (introducedIn(lines, at) || (quote.test(line) ? 0 : lines.length))
    if (rest < lines.length && lines.slice(rest).every(each => quote.test(each) || each.trim() === '')) return at
  }
  return lines.length
}

/** Longer quotes, between what is said, are put below. */
const shortQuote = 8

/** Quotes in the middle of what is said: short ones make sense of it, long ones are put below, and a line tells so. */
function shortened(lines: readonly string[]): { readonly kept: string[]; readonly moved: string[] } {
  const [kept, moved]: [string[], string[]] = [[], []]
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    const intro = introducedIn(lines, at)
    let end = at + intro
    while (end < lines.length && quote.test(lines[end] ?? '')) end++
    const run = lines.slice(at, end)
    if (run.length > intro && run.length > shortQuote) {
      moved.push(...run)
      kept.push('[…]')
      at = end
    } else {
      kept.push(line)
      at++
    }
  }
  return { kept, moved }
}

/** What is said and what is quoted. Where nothing else is there, what is quoted is what is said. */
export function fold(text: string): FoldedText {
  const lines = text.split('\n').map(line => line.trimEnd())
  const at = endOf(lines)
  const above = lines.slice(0, at)
  while (above.length && (above.at(-1)?.trim() === '' || device.test(above.at(-1) ?? ''))) above.pop()
  const below = lines.slice(above.length)
  const { kept, moved } = shortened(above)
  const trimmed = (some: readonly string[]) => some.join('\n').replace(/^\n+|\n+$/g, '')
  const said = trimmed(kept)
  return { said, quoted: trimmed([...moved, ...below]) }
}
