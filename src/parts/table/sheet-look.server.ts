import { strFromU8, Unzip, UnzipInflate, unzipSync } from 'fflate'

/** What a sheet says of its rows and columns besides the values that are read. */
export interface SheetLook {
  /** Rows that are not shown, by filter or height, and columns, by their place. */
  readonly hidden: { readonly rows: ReadonlySet<number>; readonly columns: ReadonlySet<number> }
  /** Words a number's format adds to it ('0" Gbps"'), by the cell: 'H2'. */
  readonly words: ReadonlyMap<string, string>
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

/** Looks at a sheet as it unpacks: it is never in memory whole. */
export function lookAtSheet(bytes: Uint8Array, path: string): SheetLook {
  const styles = wordsOfStyles(bytes)
  const [rows, columns, words] = [new Set<number>(), new Set<number>(), new Map<string, string>()]
  let [last, rest] = [0, '']
  const read = (text: string) => {
    for (const [, each = ''] of text.matchAll(tag('col')))
      if (isTrue(attribute(each, 'hidden')) || attribute(each, 'width') === '0')
        for (let at = Number(attribute(each, 'min')); at <= Math.min(Number(attribute(each, 'max')), 250); at++)
          columns.add(at - 1)
    for (const [, each = ''] of text.matchAll(tag('row'))) {
      last = Number(attribute(each, 'r') ?? last + 1)
      if (isTrue(attribute(each, 'hidden')) || Number(attribute(each, 'ht') ?? 1) === 0) rows.add(last)
    }
    if (styles.size)
      for (const [, each = ''] of text.matchAll(tag('c'))) {
        const word = styles.get(attribute(each, 's') ?? '')
        if (word !== undefined) words.set(attribute(each, 'r') ?? '', word)
      }
  }
  const unzip = new Unzip(file => {
    if (file.name !== path) return
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error
      const text = rest + strFromU8(chunk, true)
      // A tag cut in two is read with what follows it.
      const end = isLast ? text.length : text.lastIndexOf('<')
      read(text.slice(0, Math.max(0, end)))
      rest = text.slice(Math.max(0, end))
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  unzip.push(bytes, true)
  return { hidden: { rows, columns }, words, last }
}
