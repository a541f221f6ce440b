import { foldText } from '#kernel/text.ts'
import type { Encoding, TextFacts } from '#parts/table/table.ts'

/** Of one byte for each character. */
type ByteEncoding = 'Windows-1252' | 'CP850' | 'Mac Roman'

const upperHalf = Uint8Array.from({ length: 128 }, (_, at) => at + 128)
/** Bytes 128 to 255 of code page 850, which Node has no decoder of (IBM, CDRA, code page 00850). */
const cp850 = [
  '\u00c7\u00fc\u00e9\u00e2\u00e4\u00e0\u00e5\u00e7\u00ea\u00eb\u00e8\u00ef\u00ee\u00ec\u00c4\u00c5',
  '\u00c9\u00e6\u00c6\u00f4\u00f6\u00f2\u00fb\u00f9\u00ff\u00d6\u00dc\u00f8\u00a3\u00d8\u00d7\u0192',
  '\u00e1\u00ed\u00f3\u00fa\u00f1\u00d1\u00aa\u00ba\u00bf\u00ae\u00ac\u00bd\u00bc\u00a1\u00ab\u00bb',
  '\u2591\u2592\u2593\u2502\u2524\u00c1\u00c2\u00c0\u00a9\u2563\u2551\u2557\u255d\u00a2\u00a5\u2510',
  '\u2514\u2534\u252c\u251c\u2500\u253c\u00e3\u00c3\u255a\u2554\u2569\u2566\u2560\u2550\u256c\u00a4',
  '\u00f0\u00d0\u00ca\u00cb\u00c8\u0131\u00cd\u00ce\u00cf\u2518\u250c\u2588\u2584\u00a6\u00cc\u2580',
  '\u00d3\u00df\u00d4\u00d2\u00f5\u00d5\u00b5\u00fe\u00de\u00da\u00db\u00d9\u00fd\u00dd\u00af\u00b4',
  '\u00ad\u00b1\u2017\u00be\u00b6\u00a7\u00f7\u00b8\u00b0\u00a8\u00b7\u00b9\u00b3\u00b2\u25a0\u00a0',
].join('')
/** What each byte from 128 on is; in the order in which they are believed. */
const tables: Readonly<Record<ByteEncoding, string>> = {
  'Windows-1252': new TextDecoder('windows-1252').decode(upperHalf),
  CP850: cp850,
  'Mac Roman': new TextDecoder('macintosh').decode(upperHalf),
}
const byteEncodings: readonly ByteEncoding[] = ['Windows-1252', 'CP850', 'Mac Roman']

/** How a text reads in one of the encodings it may be in. */
export interface TextReading {
  readonly encoding: Encoding
  /** A word of it that the others read otherwise. */
  readonly example: string
}
export interface DecodedText extends Pick<TextFacts, 'encoding' | 'bom' | 'readings'> {
  readonly text: string
}

/**
 * The text of some bytes, by their mark, as UTF-8, or else by which encoding of one byte makes words of Portuguese of them; in
 * `wanted` where it is one of those.
 */
export function decode(bytes: Uint8Array, wanted?: string): DecodedText {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16', bom: true }
  if (first === 0xfe && second === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16', bom: true }
  const bom = first === 0xef && second === 0xbb && third === 0xbf
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8', bom }
  } catch {
    const readings = readingsOf(bytes)
    const encoding = byteEncodings.find(each => each === wanted) ?? readings[0]?.encoding ?? 'Windows-1252'
    return { text: inEncoding(bytes, encoding), encoding, bom, ...(readings.length > 1 && { readings }) }
  }
}

function inEncoding(bytes: Uint8Array, encoding: ByteEncoding): string {
  if (encoding !== 'CP850')
    return new TextDecoder(encoding === 'Mac Roman' ? 'macintosh' : 'windows-1252').decode(bytes)
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  return text.replace(/[\x80-\xff]/g, char => cp850[char.charCodeAt(0) - 128] ?? '')
}

/** At most these characters are judged: the first of a long text suffice. */
const charactersJudged = 200_000
interface EncodingEvidence {
  readonly encoding: ByteEncoding
  good: number
  bad: number
  example: string
}

/** Lists encodings with the fewest errors, the likeliest first; several if nothing distinguishes them. */
function readingsOf(bytes: Uint8Array): readonly (TextReading & { readonly encoding: ByteEncoding })[] {
  const found = byteEncodings.map((encoding): EncodingEvidence => ({ encoding, good: 0, bad: 0, example: '' }))
  let seen = 0
  for (let at = 0; at < bytes.length && seen < charactersJudged; at++) {
    if ((bytes[at] ?? 0) < 128) continue
    seen++
    for (const each of found) {
      const judged = judgeAt(bytes, at, tables[each.encoding])
      if (judged > 0) each.good++
      if (judged < 0) each.bad++
      if (each.example === '') each.example = wordAt(bytes, at, tables[each.encoding])
    }
  }
  const least = Math.min(...found.map(({ bad }) => bad))
  const likely = found.filter(({ bad }) => bad === least)
  const best = Math.max(...likely.map(({ good }) => good))
  // What has something wrong in every encoding is read as it always was.
  const equal = likely.filter(({ good }) => good === best)
  return (least > 0 && equal.length > 1 ? equal.slice(0, 1) : equal).map(({ encoding, example }) => ({
    encoding,
    example,
  }))
}

const charAt = (bytes: Uint8Array, at: number, table: string): string => {
  const byte = bytes[at]
  return byte === undefined ? '' : byte < 128 ? String.fromCharCode(byte) : (table[byte - 128] ?? '')
}
const isLetter = (char: string) => char.toLowerCase() !== char.toUpperCase()
const isUpper = (char: string) => isLetter(char) && char === char.toUpperCase()
const isLower = (char: string) => isLetter(char) && char === char.toLowerCase()

function wordAt(bytes: Uint8Array, at: number, table: string): string {
  const isOfWord = (place: number) => {
    const char = charAt(bytes, place, table)
    return char !== '' && (isLetter(char) || (bytes[place] ?? 0) >= 128)
  }
  let [from, to] = [at, at + 1]
  while (at - from < 20 && isOfWord(from - 1)) from--
  while (to - at < 20 && isOfWord(to)) to++
  return Array.from({ length: to - from }, (_, n) => charAt(bytes, from + n, table)).join('')
}

const accented = '\u00e1\u00e2\u00e9\u00ea\u00ed\u00f3\u00f4\u00fa'
/** Signs people write after a word or a number, or between two. */
const signs = '\u00a0\u00aa\u00ba\u00b0\u2013\u201c\u201d\u2018\u2019\u2026'

/** Scores a character by its neighbours in Portuguese: above 0 if right, below 0 if wrong, 0 if undecided. */
function judgeAt(bytes: Uint8Array, at: number, table: string): number {
  const [char, before, after] = [at, at - 1, at + 1].map(place => charAt(bytes, place, table))
  if (char === undefined || before === undefined || after === undefined) return 0
  if (!isLetter(char)) return judgeSign(char, before, after)
  const begins = !isLetter(before)
  const wrongCase = isUpper(char)
    ? isLower(before) || (isLower(after) && !begins)
    : isUpper(after) || (isUpper(before) && isLetter(charAt(bytes, at - 2, table)))
  if (wrongCase) return -1
  const next = isLetter(after) ? after.toLowerCase() : ''
  const letter = char.toLowerCase()
  // Hardly a word has the same vowel plain and with an accent, but at its end.
  if (next !== '' && accented.includes(letter) && foldText(letter) === before.toLowerCase()) return 0
  if (accented.includes(letter)) return begins && next === '' && !'\u00e9\u00e1\u00f3'.includes(letter) ? 0 : 1
  if (letter === '\u00e3') return !begins && ['', 'o', 'e', 's', 'i'].includes(next) ? 1 : -1
  if (letter === '\u00f5') return next === 'e' ? 1 : -1
  if (letter === '\u00e7')
    return !begins && !'bcdfghjkmpqstvxz'.includes(before.toLowerCase()) && next !== '' && !'eibcdfghjklmnpqrstvxz\u00e9\u00ea'.includes(next) ? 1 : -1 // prettier-ignore
  if (letter === '\u00e0') return begins && (next === '' || next === 's' || next === 'q') ? 1 : -1
  // Of names from elsewhere, as of the old spelling.
  return letter === '\u00fc' || letter === '\u00aa' || letter === '\u00ba' ? 0 : -1
}

function judgeSign(char: string, before: string, after: string): number {
  if (!signs.includes(char)) return isLetter(before) || isLetter(after) ? -1 : 0
  // A no-break space occurs where a space would.
  if (char === '\u00a0') return isLetter(before) ? 1 : 0
  if (char === '\u2019') return isLetter(before) && !isLetter(after) ? -1 : 0
  return '\u201c\u2018\u2013\u2026'.includes(char) && isLetter(before) ? -1 : 0
}
