import { diffArrays, diffWordsWithSpace } from 'diff'

/** A piece of a text: in both, only in the newer, or only in the older. */
export interface TextPiece {
  readonly value: string
  readonly is: 'same' | 'added' | 'removed'
}

const byWord = (before: string, after: string): readonly TextPiece[] =>
  diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
    value,
    is: added ? 'added' : removed ? 'removed' : 'same',
  }))

/** The differences between two texts: common lines stay whole, and replaced lines are compared word by word. */
export function differencesOf(before: string, after: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let gone = ''
  const settle = (come: string) => {
    if (gone || come) pieces.push(...byWord(gone, come))
    gone = ''
  }
  for (const { value, added, removed } of diffArrays(linesOf(before), linesOf(after))) {
    const text = value.join('')
    if (removed) gone += text
    else if (added) settle(text)
    else {
      settle('')
      pieces.push({ value: text, is: 'same' })
    }
  }
  settle('')
  return pieces
}

/** Each with the break that ends it. */
const linesOf = (text: string): string[] => text.match(/.*\n|.+$/g) ?? []

/** How some words of a text look: 'negrito'. */
export interface FormattedRun {
  readonly look: string
  readonly words: string
}
/** Words that came to look so, or do no longer. */
interface LookChange extends FormattedRun {
  readonly is: 'added' | 'removed'
}

/** What changes of how two texts look, in the order in which they are read. */
export function lookChanges(before: readonly FormattedRun[], after: readonly FormattedRun[]): readonly LookChange[] {
  const comparator = (one: FormattedRun, other: FormattedRun) => one.look === other.look && one.words === other.words
  return diffArrays([...before], [...after], { comparator }).flatMap(({ value, added, removed }) =>
    added || removed ? value.map(run => ({ ...run, is: added ? ('added' as const) : ('removed' as const) })) : [],
  )
}
