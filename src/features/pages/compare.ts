import { diffWordsWithSpace } from 'diff'

/** A piece of a text: in both, only in the newer, or only in the older. */
export interface TextPiece {
  readonly value: string
  readonly is: 'same' | 'added' | 'removed'
}

/** What becomes of one text in another, word by word. */
export const differencesOf = (before: string, after: string): readonly TextPiece[] =>
  diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
    value,
    is: added ? 'added' : removed ? 'removed' : 'same',
  }))
