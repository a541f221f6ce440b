import { formats } from '#kernel/format.ts'
import { plain } from '#kernel/text.ts'

export const longestPassword = 200
/** What must be left of a password once the words anyone would try are taken out. */
const ownLetters = 8

/** Who chooses, and where. */
export interface PasswordContext {
  readonly product: string
  readonly email: string
  readonly name: string
}

/** What is wrong with a new password, in words for whoever chose it; empty when nothing is. */
export function passwordErrors(password: string, context: PasswordContext): readonly string[] {
  if (formats.password.parse(password) === null) return [formats.password.message]
  if (leftover(password, context) < ownLetters)
    return ['Use mais do que o nome do sistema, o seu nome ou o seu e-mail: qualquer pessoa tentaria essa senha.']
  return []
}

function leftover(password: string, { product, email, name }: PasswordContext): number {
  const known = [product, ...email.split(/[@.]/), ...name.split(' ')].flatMap(words => lettersOf(words))
  const longFirst = known.filter(word => word.length > 2).sort((a, b) => b.length - a.length)
  return longFirst.reduce((left, word) => left.replaceAll(word, ''), lettersOf(password).join('')).length
}

const lettersOf = (words: string) => plain(words).match(/[a-z0-9]+/g) ?? []
