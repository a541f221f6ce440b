import type { Text } from '#kernel/resource.ts'
import { showInteger } from '#kernel/show.ts'

/** 'configuração' → 'Configuração'. */
export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** The titles of the three screens, in the specification's manner and the right gender. */
export const allOf = ({ many, gender }: Text) => (gender === 'f' ? `Todas as ${many}` : `Todos os ${many}`)
export const newOf = ({ one, gender }: Text) =>
  gender === 'f' ? `Registrar uma nova ${one}` : `Registrar um novo ${one}`

/** 'o cliente', 'a coleta'. */
export const theOne = ({ one, gender }: Text) => `${gender === 'f' ? 'a' : 'o'} ${one}`
/** 'nenhum cliente', 'nenhuma coleta'. */
export const noneOf = ({ one, gender }: Text) => `${gender === 'f' ? 'nenhuma' : 'nenhum'} ${one}`
/** 'Este cliente', 'Esta coleta'. */
export const thisOne = ({ one, gender }: Text) => `${gender === 'f' ? 'Esta' : 'Este'} ${one}`
/** 'outro cliente', 'outra coleta'. */
export const anotherOne = (text: Text) => `${agreed(text, 'outro')} ${text.one}`
/** agreed(text, 'inativo') → 'inativa'. */
export const agreed = ({ gender }: Text, adjective: string) =>
  gender === 'f' ? adjective.replace(/o$/, 'a') : adjective
/** agree(text, 'salvo') → 'Coleta salva'. */
export const agree = (text: Text, participle: string) => `${capital(text.one)} ${agreed(text, participle)}`
/** '1 coleta', '12 coletas'. */
export const count = (n: number, { one, many }: Text) => `${showInteger(n)} ${n === 1 ? one : many}`
/** ['a', 'b', 'c'] → 'a, b e c'. */
export const join = (words: readonly string[], last = 'e') =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

/** Lower case without accents: how searches and comparisons see a text. The database's `plain()` does the same. */
export const foldText = (words: string) => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Signs that are not seen, but for the one that joins an emoji's parts. */
const unseen = /[^\P{Cf}\u200d]|(?<!\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d/gu
/** A text as it is read on a screen: one form of each letter, no sign that is not seen, every space the same. */
export const tidy = (text: string) =>
  (/^[\x20-\x7e]*$/.test(text)
    ? text
    : text
        .normalize('NFC')
        .replace(unseen, '')
        .replace(/\p{Zs}/gu, ' ')
  ).trim()

/** Would a spreadsheet run it? In either width of its sign (OWASP, CSV injection). */
export const isFormula = (text: string) => /^[=+\-@\t\r＝＋－＠]/.test(text)

/** How names and headers are compared: no case, accents, spaces or punctuation. */
export const comparableText = (words: string) => foldText(words).replace(/[^a-z0-9]/g, '')

/** 'Ana Maria Reis' → 'AR'. */
export const initialsOf = (name: string) => {
  const words = name.trim().split(/\s+/)
  return [...new Set([words[0], words.at(-1)])].map(word => word?.charAt(0).toUpperCase()).join('')
}

/** 'Água Fria & Cia' → 'agua-fria-cia'. */
export const slugOf = (words: string) =>
  foldText(words)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
