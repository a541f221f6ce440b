// XML that somebody sent, as a tree: no document types, no names of other files, and a bounded depth.

/** An element that was read; names without their prefix. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
  readonly children: readonly XmlElement[]
}
interface OpenElement {
  readonly name: string
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
  readonly children: XmlElement[]
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (text: string) =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, named?: string) => {
    if (named) return entities[named] ?? whole
    const point = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
const local = (name: string) => name.slice(name.indexOf(':') + 1)
const piece =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/y

/** The root of a document; null for what is no XML, and for what declares a document type: it may name other files. */
export function readXml(source: string): XmlElement | null {
  const root: OpenElement = { name: '', tag: '', attributes: {}, text: '', children: [] }
  const open = [root]
  const text = source.replace(/^\uFEFF/, '')
  piece.lastIndex = 0
  while (piece.lastIndex < text.length) {
    const found = piece.exec(text)
    const top = open.at(-1)
    if (!found || !top || open.length > 40) return null
    const [, data, closed, opened, given = '', alone, words] = found
    if (data !== undefined) top.text += data
    else if (words !== undefined) top.text += unescaped(words)
    else if (opened) {
      const began: OpenElement = {
        name: local(opened),
        tag: opened,
        attributes: attributesIn(given),
        text: '',
        children: [],
      }
      top.children.push(began)
      if (!alone) open.push(began)
    } else if (closed && (open.length < 2 || open.pop()?.tag !== closed)) return null
  }
  return open.length === 1 && root.children.length === 1 && !root.text.trim() ? (root.children[0] ?? null) : null
}

const attributesIn = (given: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...given.matchAll(/(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', one, other]) => [
      name,
      unescaped(one ?? other ?? ''),
    ]),
  )

/** The element at the end of a path; null where a step is not there. */
export const elementAt = (from: XmlElement | null, ...path: readonly string[]): XmlElement | null =>
  path.reduce<XmlElement | null>((at, step) => at?.children.find(({ name }) => name === step) ?? null, from)

/** Its text; null where it is not there, or says nothing. */
export const textAt = (from: XmlElement | null, ...path: readonly string[]): string | null =>
  elementAt(from, ...path)?.text.trim() || null
