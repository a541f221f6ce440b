import { foldText } from '#kernel/text.ts'

/** A piece of a text, and whether it is what was searched for. */
export interface MarkedPiece {
  readonly text: string
  readonly marked: boolean
}

/** The letters and digits of a text as searches compare them, each with its place in the text. */
function comparedLetters(text: string, isCode: boolean) {
  const letters: { readonly letter: string; readonly at: number; readonly end: number }[] = []
  let at = 0
  for (const sign of text) {
    const end = at + sign.length
    const folded = foldText(sign)
    if (folded && (!isCode || /[\p{L}\p{N}]/u.test(folded))) letters.push({ letter: folded, at, end })
    at = end
  }
  return letters
}

/** Where a word occurs first, blind to case and accents; a word of digits alone is blind to punctuation too. */
function placeOf(text: string, word: string): readonly [from: number, to: number] | null {
  const isCode = /^[\d./-]+$/.test(word)
  const letters = comparedLetters(text, isCode)
  const wanted = comparedLetters(word, isCode)
    .map(({ letter }) => letter)
    .join('')
  if (!wanted) return null
  for (let from = 0; from < letters.length; from++) {
    let found = ''
    for (let to = from; to < letters.length && found.length < wanted.length; to++) {
      found += letters[to]?.letter ?? ''
      if (found === wanted) return [letters[from]?.at ?? 0, letters[to]?.end ?? 0]
    }
  }
  return null
}

/** Cuts a text where the words of a search are: markedPieces('São João', 'joao') → 'São ', and 'João' marked. */
export function markedPieces(text: string, search: string): readonly MarkedPiece[] {
  const places = search
    .split(/\s+/u)
    .flatMap(word => {
      const place = placeOf(text, word.replace(/^#/, ''))
      return place ? [place] : []
    })
    .toSorted(([one], [other]) => one - other)
  const pieces: MarkedPiece[] = []
  let at = 0
  for (const [from, to] of places) {
    if (to <= at) continue
    const start = Math.max(from, at)
    if (start > at) pieces.push({ text: text.slice(at, start), marked: false })
    pieces.push({ text: text.slice(start, to), marked: true })
    at = to
  }
  if (at < text.length) pieces.push({ text: text.slice(at), marked: false })
  return pieces
}
