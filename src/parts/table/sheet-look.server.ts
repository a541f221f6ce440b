import type { ColumnMerge } from '#parts/table/merged.ts'
import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { strFromU8, Unzip, unzipSync, type AsyncFlateStreamHandler, type UnzipDecoder } from 'fflate'

/** What a sheet says of its rows and columns besides the values that are read. */
export interface SheetLook {
  /** Rows that are not shown, by filter or height, and columns, by their place. */
  readonly hidden: { readonly rows: ReadonlySet<number>; readonly columns: ReadonlySet<number> }
  /** Words a number's format adds to it ('0" Gbps"'), by the cell: 'H2'. */
  readonly words: ReadonlyMap<string, string>
  /** Cells of one column that are shown as one. */
  readonly merges: readonly ColumnMerge[]
  /** The last row. */
  readonly last: number
}

const tag = (name: string) => new RegExp(`<(?:\\w+:)?${name}\\b([^>]*)>`, 'g')
const attribute = (attributes: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1]
const isTrue = (value: string | undefined) => value === '1' || value === 'true'

/** Text of a workbook's part; '' where it has none. */
function partOf(bytes: Uint8Array, path: string): string {
  const { [path]: part } = unzipSync(bytes, { filter: ({ name }) => name === path })
  return part ? strFromU8(part) : ''
}

/** The part a sheet is in, by its place among the sheets of the workbook (ECMA-376, 18.2.20). */
export function sheetPartOf(bytes: Uint8Array, at: number): string | null {
  const sheets = [...partOf(bytes, 'xl/workbook.xml').matchAll(tag('sheet'))]
  const id = attribute(sheets[at]?.[1] ?? '', '(?:\\w+:)?id')
  const relations = [...partOf(bytes, 'xl/_rels/workbook.xml.rels').matchAll(tag('Relationship'))]
  const target = relations.find(([, each = '']) => attribute(each, 'Id') === id)?.[1]
  const path = attribute(target ?? '', 'Target')
  return path === undefined ? null : path.startsWith('/') ? path.slice(1) : `xl/${path}`
}

/** By the number of a style, the words its format adds; formats without any are most. */
function wordsOfStyles(bytes: Uint8Array): ReadonlyMap<string, string> {
  const styles = partOf(bytes, 'xl/styles.xml')
  const formats = new Map<string, string>()
  for (const [, each = ''] of styles.matchAll(tag('numFmt'))) {
    const code = (attribute(each, 'formatCode') ?? '').replaceAll('&quot;', '"')
    const words = [...code.matchAll(/"([^"]*)"/g)]
      .map(([, word = '']) => word.trim())
      .filter(word => /[a-z]/i.test(word))
    const [only] = new Set(words)
    if (only !== undefined) formats.set(attribute(each, 'numFmtId') ?? '', only)
  }
  if (!formats.size) return new Map()
  const [, inside = ''] = /<(?:\w+:)?cellXfs\b[^>]*>([\s\S]*?)<\/(?:\w+:)?cellXfs>/.exec(styles) ?? []
  return new Map(
    [...inside.matchAll(tag('xf'))].flatMap(([, each = ''], at) => {
      const word = formats.get(attribute(each, 'numFmtId') ?? '')
      return word === undefined ? [] : [[String(at), word] as const]
    }),
  )
}

/** Merges looked at: more than anybody makes by hand or a report has. */
const mostMerges = 200_000
/** 'A2:A5' as a merge of the first column; none where it lies across columns. */
function mergeIn(ref: string): readonly ColumnMerge[] {
  const [, first = '', from, last, to] = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(ref) ?? []
  if (first === '' || first !== last) return []
  const column = [...first].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return [{ column, from: Number(from), to: Number(to) }]
}

/** The attributes of each tag that begins so: a sheet of contracts has a hundred thousand of them, and no pattern is as quick. */
function* tagsIn(text: string, opening: string) {
  for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at)) {
    const from = at + opening.length
    const end = text.indexOf('>', from)
    if (end < 0) return
    at = end
    if (/[\s/>]/.test(text[from] ?? '')) yield text.slice(from, end)
  }
}
/** The number of a row by its attributes; undefined where it has none. */
function rowIn(attributes: string): number | undefined {
  const at = attributes.indexOf(' r="')
  const number = at < 0 ? NaN : Number.parseInt(attributes.slice(at + 4, at + 14), 10)
  return Number.isNaN(number) ? undefined : number
}

/** Looks at a sheet as it unpacks: it is never in memory whole. */
export async function lookAtSheet(
  bytes: Uint8Array,
  path: string,
  wanted: { readonly words: boolean },
): Promise<SheetLook> {
  const styles = wanted.words ? wordsOfStyles(bytes) : new Map<string, string>()
  const merges: ColumnMerge[] = []
  const [rows, columns, words] = [new Set<number>(), new Set<number>(), new Map<string, string>()]
  let [last, rest] = [0, '']
  let [opening, cells] = ['<row', false]
  const read = (text: string) => {
    // Some programs write each tag with a prefix.
    const [, prefix] = /<(\w+:)worksheet\b/.exec(text.slice(0, 2_000)) ?? []
    if (prefix) opening = `<${prefix}row`
    if (!cells)
      for (const [, each = ''] of text.matchAll(tag('col')))
        if (isTrue(attribute(each, 'hidden')) || attribute(each, 'width') === '0')
          for (let at = Number(attribute(each, 'min')); at <= Math.min(Number(attribute(each, 'max')), 250); at++)
            columns.add(at - 1)
    cells ||= text.includes('sheetData')
    for (const each of tagsIn(text, opening)) {
      last = rowIn(each) ?? last + 1
      if (!each.includes('hidden=') && !each.includes('ht="0')) continue
      if (isTrue(attribute(each, 'hidden')) || Number(attribute(each, 'ht') ?? 1) === 0) rows.add(last)
    }
    if (merges.length < mostMerges && text.includes('mergeCell'))
      for (const [, each = ''] of text.matchAll(tag('mergeCell'))) merges.push(...mergeIn(attribute(each, 'ref') ?? ''))
    if (styles.size)
      for (const [, each = ''] of text.matchAll(tag('c'))) {
        const word = styles.get(attribute(each, 's') ?? '')
        if (word !== undefined) words.set(attribute(each, 'r') ?? '', word)
      }
  }
  for await (const chunk of chunksOf(bytes, path)) {
    // A tag cut in two is read with what follows it.
    const text = rest + chunk
    const end = Math.max(0, text.lastIndexOf('<'))
    read(text.slice(0, end))
    rest = text.slice(end)
  }
  read(rest)
  return { hidden: { rows, columns }, words, merges, last }
}

/** A part of a ZIP as it was packed, whatever by. */
class PackedPart implements UnzipDecoder {
  static compression = 8
  ondata: AsyncFlateStreamHandler = () => {}
  push(data: Uint8Array<ArrayBuffer>, isLast: boolean) {
    this.ondata(null, data, isLast)
  }
}

/** A part in pieces, each byte as a character: tags and their attributes have no others. Inflated beside whatever else runs. */
async function* chunksOf(bytes: Uint8Array, path: string): AsyncIterable<string> {
  const packed: Uint8Array[] = []
  let isPlain = false
  const unzip = new Unzip(file => {
    if (file.name !== path) return
    isPlain = file.compression === 0
    file.ondata = (error, chunk) => {
      if (error) throw error
      packed.push(chunk)
    }
    file.start()
  })
  unzip.register(PackedPart)
  unzip.push(bytes, true)
  const parts = Readable.from(packed)
  for await (const chunk of isPlain ? parts : parts.pipe(createInflateRaw({ chunkSize: 256 * 1024 })))
    yield Buffer.from(chunk).toString('latin1')
}
