/** What is being called for right before the caret: a colleague by '@', a text by '::'. */
export interface Calling {
  readonly of: 'person' | 'text'
  readonly words: string
  /** Where the call begins in what is typed. */
  readonly from: number
}

/** '@bru' and '::boleto' begin a word; an address of mail is no call. */
export function callingAt(typed: string, caret: number): Calling | null {
  const before = typed.slice(0, caret)
  const person = /(?:^|[\s(])@([\p{L}\d]{0,30}(?: [\p{L}\d]{1,30})?)$/u.exec(before)
  if (person) return { of: 'person', words: person[1] ?? '', from: caret - (person[1] ?? '').length - 1 }
  const text = /::([\p{L}\d-]{0,30})$/u.exec(before)
  return text ? { of: 'text', words: text[1] ?? '', from: caret - (text[1] ?? '').length - 2 } : null
}

/** Returns mentioned people whose names remain in the text. */
export const stillCalled = <T extends { readonly name: string }>(typed: string, called: readonly T[]) =>
  called.filter(({ name }, at) => typed.includes(`@${name}`) && called.findIndex(each => each.name === name) === at)
