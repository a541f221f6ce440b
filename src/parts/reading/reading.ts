import { foldText } from '#kernel/text.ts'

/** A page has a place in its tree, and a text. */
export interface ReadingPage {
  readonly key: string
  readonly title: string
  readonly to: string
  /** The page it is under; null at the start. */
  readonly parent: string | null
  /** This heading is above it and those after it. */
  readonly group?: string
  readonly text: string
}
export interface ReadingNode {
  readonly page: ReadingPage
  readonly below: readonly ReadingNode[]
}

/** Builds the tree of pages, in their order; a page whose parent is missing goes to the root. */
export function treeOf(pages: readonly ReadingPage[]): readonly ReadingNode[] {
  const known = new Set(pages.map(({ key }) => key))
  const under = (parent: string | null): readonly ReadingNode[] =>
    pages
      .filter(page => (page.parent !== null && known.has(page.parent) ? page.parent : null) === parent)
      .map(page => ({ page, below: under(page.key) }))
  return under(null)
}

/** The pages in the order in which they are read. */
export const inReadingOrder = (nodes: readonly ReadingNode[]): readonly ReadingPage[] =>
  nodes.flatMap(({ page, below }) => [page, ...inReadingOrder(below)])

export interface ReadingHit {
  readonly page: ReadingPage
  /** Words around the first place found; '' where only the title has it. */
  readonly around: string
}
const [before, after] = [40, 80]

/** Whole words around a place. Accents gone, a letter may be shorter: a place in the plain text is near that in the text. */
function wordsAround(text: string, at: number): string {
  const [from, to] = [Math.max(0, at - before), at + after]
  const head = from ? text.slice(from, to).replace(/^\S*\s+/, '') : text.slice(0, to)
  return `${from ? '…' : ''}${to < text.length ? `${head.replace(/\s+\S*$/, '')}…` : head.trim()}`
}

/** Pages with all the words, whatever their case and accents: those with them in their title first. */
export function searchIn(pages: readonly ReadingPage[], asked: string): readonly ReadingHit[] {
  const words = foldText(asked).split(/\s+/).filter(Boolean)
  if (!words.length) return []
  const hits = pages.flatMap(page => {
    const [title, text] = [foldText(page.title), foldText(page.text)]
    if (!words.every(word => title.includes(word) || text.includes(word))) return []
    const at = text.indexOf(words.find(word => text.includes(word)) ?? '\0')
    const around = at < 0 ? '' : wordsAround(page.text, at)
    return [{ page, around, titled: words.some(word => title.includes(word)) }]
  })
  return hits.toSorted((a, b) => Number(b.titled) - Number(a.titled)).map(({ page, around }) => ({ page, around }))
}
