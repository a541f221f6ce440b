import { writeAbove } from '#parts/reply/above.ts'

// Text below what somebody wrote is folded only on evidence: a line that programs write, an address, a clock, or what we sent.
// A person's words look like a quote or a signature often enough, and whatever is folded is not read.

/** What somebody wrote, and the quotes and signature below it. No text is lost. */
export interface FoldedText {
  readonly said: string
  readonly quoted: string
}
/** What is known of a mail besides its text. */
export interface FoldContext {
  /** It answers another mail. In one that answers nothing only a signature is folded. */
  readonly answers: boolean
  /** Our own addresses, in lower case; with a part after + they are ours too. */
  readonly own: readonly string[]
}

const quote = /^\s{0,3}>/
/** 'Em seg., 3 de nov. de 2026 às 10:12, Ana <ana@casa> escreveu:', which programs break in up to three lines. */
const introduced = /^\s*(em|on|el|le|am)\b.{4,400}\b(escreveu|wrote|escribió|a écrit|schrieb)\s*:\s*$/i
const original = /^\s*-{2,}\s*(mensagem original|original message|e-mail original)\s*-{2,}\s*$/i
const forwarded = /^\s*-{2,}\s*(mensagem encaminhada|forwarded message|início da mensagem encaminhada)\s*-{2,}\s*$/i
const ruled = /^\s*_{10,}\s*$/
const headed = /^\s*\*?(de|from)\s*:\*?\s*\S/i
const heads = /^\s*\*?(de|from|enviad[oa]s?(?: em)?|sent|data|date|para|to|cc|assunto|subject)\s*:/i
const subjectHead = /^\s*\*?(assunto|subject)\s*:/i
const address = /[^\s<>@]{1,64}@[^\s<>@]{2,190}/
/** A clock, or a day with its year. */
const moment =
  /\b\d{1,2}[:h]\d{2}\b|\b\d{1,2}\/\d{1,2}\/\d{4}\b|\b\d{1,2} de [a-zç]{3,9}\.? de \d{4}\b|\b[a-z]{3,9} \d{1,2}, \d{4}\b/i
const signed = /^-- ?$/
/** Lines a signature has at most, where its mark has lost the blank behind it (RFC 3676, 4.3). */
const longestSignature = 8
const deviceName =
  '(?:iphone|ipad|android|galaxy|samsung|xiaomi|redmi|motorola|celular|smartphone|telefone|tablet|outlook|gmail|yahoo mail|yahoo|e-mail do windows)'
const device = new RegExp(
  `^\\s*(?:enviad[oa] (?:a partir )?(?:do|da|pelo|de) (?:meu |minha )?${deviceName}|sent from (?:my )?${deviceName}|(?:obter o|get) outlook)` +
    `(?: (?:para|no|for|on) (?:o )?(?:ios|android|iphone|mac|windows(?: 10)?))?(?: (?:${deviceName}|pro|max|mini|plus|ultra|[a-z]{0,2}\\d{1,3}[a-z]{0,2}))*\\s*\\.?\\s*$`,
  'i',
)

/** Does what another program quotes begin at this line, whole to the end? */
function beginsOriginal(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  if (line.includes(writeAbove) || original.test(line)) return true
  // A block of headers right after each other: who, with an address or a day, and about what.
  const from = ruled.test(line) ? at + 1 : at
  const end = lines.slice(from, from + 8).findIndex(each => !heads.test(each))
  const block = lines.slice(from, end < 0 ? from + 8 : from + end)
  return (
    headed.test(block[0] ?? '') &&
    block.length >= 3 &&
    block.some(each => subjectHead.test(each)) &&
    block.some(each => address.test(each) || moment.test(each))
  )
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

const isBlank = (line: string) => line.trim() === ''
const isSignature = (line: string) => signed.test(line) || device.test(line)

/** Whether nothing but a quote follows, and below it a signature. */
function isQuoteToTheEnd(lines: readonly string[]): boolean {
  const end = lines.findIndex(each => !quote.test(each) && !isBlank(each))
  return end < 0 || (end > 0 && isSignature(lines[end] ?? ''))
}

/** Whether these lines name one of our addresses and a time: only a program that answers us writes that. */
function isOfOurs(intro: string, { own }: FoldContext): boolean {
  const named = intro.toLowerCase().match(/[^\s<>@,;]{1,64}@[^\s<>@,;]{2,190}/g) ?? []
  const bare = named.map(each => each.replace(/\+[^@]*(?=@)/, ''))
  return bare.some(each => own.includes(each)) && moment.test(intro)
}

/** Checks for a signature at this line: its mark, or one without its blank near the end with no question below. */
function beginsSignature(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  if (!signed.test(line)) return false
  const below = lines.slice(at + 1)
  const isLast = !below.some(each => signed.test(each))
  const isShort = below.filter(each => !isBlank(each)).length <= longestSignature
  return isLast && (line === '-- ' || (isShort && !below.some(each => each.includes('?') && !quote.test(each))))
}

/** Returns the line at which the new text ends: at a signature, or at the final quote. */
function endOf(lines: readonly string[], context: FoldContext): number {
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (forwarded.test(line)) return lines.length
    if (beginsSignature(lines, at)) return at
    if (!context.answers) continue
    if (beginsOriginal(lines, at)) return at
    const intro = introducedIn(lines, at)
    const hasWords = lines.slice(0, at).some(each => !isBlank(each))
    if (intro && hasWords && isOfOurs(lines.slice(at, at + intro).join(' '), context)) return at
    if ((intro || quote.test(line)) && at + intro < lines.length && isQuoteToTheEnd(lines.slice(at + intro))) return at
  }
  return lines.length
}

/** Quotes of more lines than this inside new text move below it. */
const shortQuote = 8

/**
 * Shortens quotes above or inside new text: one at the head with an attribution moves below, short ones in the middle give
 * context and remain, and long ones leave one line.
 */
function shortened(lines: readonly string[]): { readonly kept: string[]; readonly moved: string[] } {
  const [kept, moved]: [string[], string[]] = [[], []]
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    const intro = introducedIn(lines, at)
    let end = at + intro
    while (end < lines.length && (quote.test(lines[end] ?? '') || (end === at + intro && isBlank(lines[end] ?? ''))))
      end++
    const run = lines.slice(at, end)
    const isHead = intro > 0 && kept.every(isBlank)
    if (run.some(each => quote.test(each)) && (isHead || run.length > shortQuote)) {
      moved.push(...run)
      if (!isHead) kept.push('[…]')
      at = end
    } else {
      kept.push(line)
      at++
    }
  }
  return { kept, moved }
}

/** Splits the text of a mail into its new words and the quotes and signature below them. */
export function fold(text: string, context: FoldContext): FoldedText {
  // The blank behind the mark of a signature is part of it.
  const lines = text.split('\n').map(line => (line === '-- ' ? line : line.trimEnd()))
  const at = endOf(lines, context)
  const above = lines.slice(0, at)
  while (above.length && (isBlank(above.at(-1) ?? '') || device.test(above.at(-1) ?? ''))) above.pop()
  const below = lines.slice(above.length)
  const { kept, moved } = context.answers ? shortened(above) : { kept: above, moved: [] }
  const trimmed = (some: readonly string[]) => some.join('\n').replace(/^\n+|\n+$/g, '')
  return { said: trimmed(kept), quoted: trimmed([...moved, ...below]) }
}
