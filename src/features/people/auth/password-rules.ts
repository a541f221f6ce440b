import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { formats } from '#kernel/format.ts'
import { foldText } from '#kernel/text.ts'

export const longestPassword = 200
/** What must be left of a password once the words anyone would try are taken out. */
const ownLetters = 8
/** Guesses a password must outlast, as a power of ten: years at the pace this server compares them at its busiest. */
const enough = 10
/** Letters that are weighed, and disguises tried on them (@ for a): more of either takes seconds, and the server waits. */
const weighed = 24
const disguises = 10
/** What everyone in this trade, or in this country, would think of first, and the lists leave out. */
const alsoCommon =
  'anatel outorga provedor internet coleta fistel fibra telecom consultoria demonstracao senha forte vascodagama atleticomineiro deusefiel deusehfiel'.split(
    ' ',
  )

/** Who chooses, and where. */
export interface PasswordContext {
  readonly product: string
  readonly email: string
  readonly name: string
}

/** Answers what is wrong with a new password, in words for the user who chose it; empty when nothing is. */
export async function passwordErrors(password: string, context: PasswordContext): Promise<readonly string[]> {
  if (formats.password.parse(password) === null) return [formats.password.message]
  const known = wordsOf(context)
  if (leftover(password, known) < ownLetters)
    return ['Use mais do que o nome do sistema, o seu nome ou o seu e-mail: qualquer pessoa tentaria essa senha.']
  const guesser = await (loading ??= openGuesser())
  // People here type with and without accents, and so do the lists.
  for (const way of new Set([password.slice(0, weighed), foldText(password).slice(0, weighed)])) {
    const { guessesLog10, sequence } = guesser.check(way, [...known, ...alsoCommon])
    if (guessesLog10 < enough) return [`${reasonOf(sequence.map(({ pattern }) => pattern))} ${advice}`]
  }
  return []
}

const advice = 'Use uma frase sua, de quatro palavras ou mais.'

/** Why it would fall soon, of the patterns it is made of. */
function reasonOf(patterns: readonly string[]): string {
  if (patterns.includes('repeat')) return 'Essa senha repete o mesmo pedaço, e seria das primeiras tentativas.'
  if (patterns.includes('spatial')) return 'Essa senha segue teclas vizinhas, e seria das primeiras tentativas.'
  if (patterns.every(pattern => pattern === 'sequence'))
    return 'Essa senha é uma sequência, e seria das primeiras tentativas.'
  return 'Essa senha é das mais usadas, ou uma palavra comum com números: seria das primeiras tentativas.'
}

let loading: Promise<ZxcvbnFactory> | undefined

/** Lists of common passwords, words and names, read when the first password is chosen: a start does not wait for them. */
async function openGuesser(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Guesser }, common, brazilian] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ])
  const words = Object.entries(brazilian.dictionary)
  const unaccented = words.map(([name, list]) => [`${name}-plain`, list.map(foldText)] as const)
  return new Guesser({
    dictionary: { ...common.dictionary, ...brazilian.dictionary, ...Object.fromEntries(unaccented) },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: disguises,
  })
}

function leftover(password: string, known: readonly string[]): number {
  const longFirst = known.filter(word => word.length > 2).toSorted((a, b) => b.length - a.length)
  return longFirst.reduce((left, word) => left.replaceAll(word, ''), lettersOf(password).join('')).length
}

const wordsOf = ({ product, email, name }: PasswordContext) =>
  [product, ...email.split(/[@.]/), ...name.split(' ')].flatMap(lettersOf)
const lettersOf = (words: string) => foldText(words).match(/[a-z0-9]+/g) ?? []
