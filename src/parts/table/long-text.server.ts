import { isUtf8 } from 'node:buffer'
import { isWide, tableFrom, tooWide } from '#parts/table/rows.server.ts'
import { tableLimits, type Delimiter, type TextRecord } from '#parts/table/table.ts'
import { delimiterOf, isPage, noText, tooLong, unclosedQuotes, webPage } from '#parts/table/text.server.ts'

// A delimited text that is longer than memory: it is read as it comes, line by line, as `readText` reads a short one.

/** Why a file cannot be read, as a sentence. */
export class Unreadable extends Error {}

/** What of a text is heard, in its order. */
export interface TextListener {
  readonly header: (header: readonly string[], above: readonly string[]) => void
  readonly record: (record: TextRecord) => void
}

/** How much is buffered at first: records to find the header in, and characters to detect the separator by. */
const head = { records: 20, characters: 20_000 } as const

/**
 * A text whose bytes come piece by piece: `push` each, then `end`. Of each line, what is not UTF-8 is taken for Windows-1252. Both
 * throw `Unreadable`.
 */
export class LongText {
  readonly #hear: TextListener
  /** What decodes a text of two bytes a character; null of others, whose lines are decoded one by one. */
  #wide: InstanceType<typeof TextDecoder> | null | undefined
  /** These bytes are too few for an encoding. */
  #few: Buffer = Buffer.alloc(0)
  /** What comes after the last line that ended. */
  #rest = ''
  #line = 0
  /** Lines of a record whose quotes are open. */
  #open: string | null = null
  #delimiter: Delimiter = ';'
  /** Lines that wait until the separator is known. */
  #first: { readonly line: number; readonly text: string }[] | null = []
  #characters = 0
  /** Records that wait until the header is known. */
  #waiting: TextRecord[] | null = []

  constructor(hear: TextListener) {
    this.#hear = hear
  }

  push(given: Uint8Array) {
    let bytes: Buffer = Buffer.from(given.buffer, given.byteOffset, given.length)
    if (this.#wide === undefined) {
      bytes = Buffer.concat([this.#few, bytes])
      this.#few = bytes
      if (bytes.length < 2) return
      this.#wide = wideDecoder(bytes)
    }
    const text = this.#wide ? this.#wide.decode(bytes, { stream: true }) : bytes.toString('latin1')
    if (text.includes('\0')) throw new Unreadable(noText)
    this.#take(this.#rest + text, false)
  }

  /** Answers how many lines there were. */
  end(): number {
    const last = this.#wide === undefined ? this.#few.toString('latin1') : (this.#wide?.decode() ?? '')
    this.#take(this.#rest + last, true)
    if (this.#rest !== '') this.#lineOf(this.#rest)
    this.#rest = ''
    if (this.#first) this.#settle()
    if (this.#open !== null) throw new Unreadable(unclosedQuotes(this.#line))
    if (this.#waiting) this.#begin()
    return this.#line
  }

  #take(text: string, isLast: boolean) {
    let at = 0
    let [cr, lf] = [-1, -1]
    for (;;) {
      if (cr < at) cr = indexOrEnd(text, '\r', at)
      if (lf < at) lf = indexOrEnd(text, '\n', at)
      const end = Math.min(cr, lf)
      // A return at the very end may be half of an ending.
      if (end === text.length || (!isLast && end === cr && end === text.length - 1)) break
      this.#lineOf(text.slice(at, end))
      at = end === cr && lf === cr + 1 ? end + 2 : end + 1
    }
    this.#rest = text.slice(at)
    if (this.#rest.length > tableLimits.line) throw new Unreadable(tooLong(this.#line + 1))
  }

  #lineOf(text: string) {
    this.#line++
    if (text.length > tableLimits.line) throw new Unreadable(tooLong(this.#line))
    if (this.#first === null) return this.#recordOf(text)
    this.#first.push({ line: this.#line, text })
    this.#characters += text.length + 1
    if (this.#characters >= head.characters) this.#settle()
  }

  #settle() {
    const lines = this.#first ?? []
    this.#first = null
    const text = lines
      .map(each => each.text)
      .join('\n')
      .replace(mark, '')
    if (isPage(text)) throw new Unreadable(webPage)
    this.#delimiter = delimiterOf(text)
    const last = this.#line
    for (const each of lines) {
      this.#line = each.line
      this.#recordOf(each.line === 1 ? each.text.replace(mark, '') : each.text)
    }
    this.#line = last
  }

  #recordOf(text: string) {
    if (text === '' && this.#open === null) return
    const whole = this.#open === null ? text : `${this.#open}\n${text}`
    if (whole.length > tableLimits.line) throw new Unreadable(unclosedQuotes(this.#line))
    const cells = cellsIn(this.#wide ? apart(whole) : inUtf8(whole), this.#delimiter)
    this.#open = cells === null ? whole : null
    if (cells === null) return
    if (isWide(cells)) throw new Unreadable(tooWide(this.#line))
    const record = { line: this.#line, cells }
    if (this.#waiting === null) return this.#hear.record(record)
    this.#waiting.push(record)
    if (this.#waiting.length >= head.records) this.#begin()
  }

  #begin() {
    const records = this.#waiting ?? []
    this.#waiting = null
    const facts = {
      kind: 'text',
      encoding: 'UTF-8',
      bom: false,
      delimiter: this.#delimiter,
      line_ending: 'LF',
    } as const
    const table = tableFrom(facts, records)
    if (typeof table === 'string') throw new Unreadable(table)
    this.#hear.header(table.header, table.above)
    for (const record of table.records) this.#hear.record(record)
  }
}

const wideDecoder = ([one, other]: Buffer) =>
  one === 0xff && other === 0xfe
    ? new TextDecoder('utf-16le')
    : one === 0xfe && other === 0xff
      ? new TextDecoder('utf-16be')
      : null
const indexOrEnd = (text: string, sought: string, from: number) => {
  const found = text.indexOf(sought, from)
  return found < 0 ? text.length : found
}

/** What a text in UTF-8 begins with, as bytes. */
const mark = /^\u00ef\u00bb\u00bf/
const beyondAscii = /[\x80-\xff]/
const windows = new TextDecoder('windows-1252')
/**
 * A line whose characters are bytes, as what they say. It is a text of its own: a slice would hold the whole piece it was cut
 * from, and one cell of each would hold the file.
 */
function inUtf8(line: string): string {
  const bytes = Buffer.from(line, 'latin1')
  if (!beyondAscii.test(line)) return bytes.toString('latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : windows.decode(bytes)
}
const apart = (line: string) => Buffer.from(line, 'utf16le').toString('utf16le')

/** The cells of a record; null where a quote that opens one is not closed. A quote in the middle of a cell is a part of it. */
export function cellsIn(text: string, delimiter: Delimiter): readonly string[] | null {
  if (!text.includes('"')) return text.split(delimiter)
  const cells: string[] = []
  for (let at = 0; ;) {
    const quoted = text.charCodeAt(at) === 0x22 ? quotedEnd(text, at) : -1
    if (quoted === -2) return null
    const isQuoted = quoted >= 0 && (quoted + 1 === text.length || text[quoted + 1] === delimiter)
    const end = isQuoted ? quoted + 1 : indexOrEnd(text, delimiter, at)
    cells.push(isQuoted ? text.slice(at + 1, quoted).replaceAll('""', '"') : text.slice(at, end))
    if (end >= text.length) return cells
    at = end + 1
  }
}
/** Where the quote is that closes the one at `from`; -2 where there is none. */
function quotedEnd(text: string, from: number): number {
  for (let at = from + 1; ;) {
    const end = text.indexOf('"', at)
    if (end < 0) return -2
    if (text[end + 1] !== '"') return end
    at = end + 2
  }
}
