import { plural } from '#features/regulatory/collects/coleta/said.ts'

/**
 * A file raises these beyond its rows: whose and when it is, which rows count, and what is left out. A question remains until
 * answered, since the file has two readings; a stop needs a corrected file.
 */
export interface FileQuestion {
  readonly key: string
  readonly kind: 'stop' | 'ask' | 'note'
  readonly text: string
  readonly choices: readonly QuestionChoice[]
  /** The value of the choice made; null while there is none. */
  readonly answer: string | null
}
export interface QuestionChoice {
  readonly value: string
  readonly label: string
}

/** Rows that do not go in, for one reason, and what they would have weighed. */
export interface LeftOut {
  readonly reason: string
  readonly rows: number
  readonly accesses: number
}

/** Answers by the key of their question. */
export type Answers = Readonly<Record<string, string>>

export const fileStop = (key: string, text: string): FileQuestion => ({
  key,
  kind: 'stop',
  text,
  choices: [],
  answer: null,
})
export const fileNote = (key: string, text: string): FileQuestion => ({
  key,
  kind: 'note',
  text,
  choices: [],
  answer: null,
})
/** A question with the answer given to it, if it is one of its choices. */
export function fileQuestion(
  key: string,
  text: string,
  choices: readonly QuestionChoice[],
  answers: Answers,
): FileQuestion {
  const answer = choices.find(({ value }) => value === answers[key])?.value ?? null
  return { key, kind: 'ask', text, choices, answer }
}

/** What keeps a file from going in. */
export const openIn = (questions: readonly FileQuestion[]) =>
  questions.filter(({ kind, answer }) => kind === 'stop' || (kind === 'ask' && answer === null))

/** '1.204 linhas'. */
export const fileRows = (n: number) => plural(n, 'linha', 'linhas')
