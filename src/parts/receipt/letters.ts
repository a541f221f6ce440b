import { foldText } from '#kernel/text.ts'

/** A text as it is read, and the same in lower case without accents, character by character: what is found in one is at the same place of the other. */
export interface ReadableText {
  readonly source: string
  readonly plain: string
}

/** What Windows-1252 has at 0x80 to 0x9F, of what UTF-8 read as such shows of accented capitals. */
const windows: Readonly<Record<string, number>> = {
  '\u20ac': 0x80,
  '\u201a': 0x82,
  '\u0192': 0x83,
  '\u201e': 0x84,
  '\u2026': 0x85,
  '\u2020': 0x86,
  '\u2021': 0x87,
  '\u02c6': 0x88,
  '\u2030': 0x89,
  '\u0160': 0x8a,
  '\u0152': 0x8c,
  '\u2018': 0x91,
  '\u201c': 0x93,
  '\u201d': 0x94,
  '\u2022': 0x95,
  '\u2013': 0x96,
  '\u0161': 0x9a,
  '\u0153': 0x9c,
}
const misread =
  /\u00c3([\u0080-\u00bf\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u0152\u2018\u201c\u201d\u2022\u2013\u0161\u0153])/g

/** Letters no Portuguese word has, amid others: what a wrong encoding makes of an accented one. */
const foreign = /(?<=\p{L})[\u00d0\u00dd\u00de\u00f0\u00fd\u00fe\u00ff\u00bf\u00a4\u25a1]+(?=\p{L})/gu

/** 'N Ã O  A C E I T O': letters a space apart, and words two or more. */
const spacedWords =
  /(?<![\p{L}\p{N}])(?:\p{L} ){2,40}\p{L}(?: {2,4}(?:\p{L} ){1,40}\p{L}(?![\p{L}\p{N}])){0,9}(?![\p{L}\p{N}])/gu

/** Makes one text of what printing, recognising and copying took apart: broken and spaced words, accents read in another encoding. */
export function readable(text: string): ReadableText {
  const source = text
    .replace(misread, (_all, byte: string) =>
      String.fromCharCode(0xc0 | ((windows[byte] ?? byte.charCodeAt(0)) & 0x3f)),
    )
    .replace(/&([a-z])(?:acute|grave|circ|tilde|cedil|uml);/gi, '$1')
    .replace(/&nbsp;/gi, ' ')
    .normalize('NFKC')
    .replace(foreign, run => '\ufffd'.repeat(run.length))
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/(\p{Ll})-[ \t]*\n[ \t]*(?=\p{Ll})/gu, '$1')
    .replace(/(\p{Lu})-[ \t]*\n[ \t]*(?=\p{Lu}{2})/gu, '$1')
    .replace(spacedWords, words =>
      words
        .split(/ {2,}/)
        .map(word => word.replaceAll(' ', ''))
        .join(' '),
    )
  // Most letters have no accent, and the others are looked at one by one.
  const flat = source.replace(/[A-Z]+|[^\0-\x7f]/g, found => {
    const letters = found.charCodeAt(0) < 0x80 ? found.toLowerCase() : foldText(found)
    return letters.length === found.length ? letters : found
  })
  return { source, plain: flat }
}

/** From a character to before another. */
export interface TextSpan {
  readonly from: number
  readonly to: number
}
/** The same text with blanks instead of some spans, ends of lines apart. */
export function blanked(text: string, spans: readonly TextSpan[]): string {
  let [left, at] = ['', 0]
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    if (to <= at) continue
    left += text.slice(at, Math.max(at, from)) + text.slice(Math.max(at, from), to).replace(/[^\n]/g, ' ')
    at = to
  }
  return left + text.slice(at)
}

/** Letters that scanners and careless fonts take for each other are one. */
const squashed = (word: string) =>
  word
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/[1ij|!]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('5', 's')
    .replaceAll('4', 'a')

/**
 * Finds words of a vocabulary as they are written, as scanners read them, and where accents were lost: of a run of lost
 * characters each letter may be one or two.
 */
export function openVocabulary<T>(words: ReadonlyMap<string, T>): (word: string) => T | undefined {
  const blurred = new Map([...words].map(([word, meaning]) => [squashed(word), meaning]))
  return word => {
    const exact = words.get(word)
    if (exact !== undefined || word.length > 30) return exact
    const runs = word.match(/[?\ufffd]+/g) ?? []
    if (!runs.length) return /[a-z].*[a-z]/.test(word) ? blurred.get(squashed(word)) : undefined
    if (!/[a-z].*[a-z]/.test(word) || word.length < 3 || runs.length > 3) return undefined
    const pattern = new RegExp(
      `^${word.replace(/[?\ufffd]+/g, run => `[a-z]{${Math.ceil(run.length / 2)},${run.length}}`)}$`,
    )
    for (const [each, meaning] of words) if (pattern.test(each)) return meaning
    return undefined
  }
}
