import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj'
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf'
import { isValidPhone } from '@brazilian-utils/brazilian-utils/is-valid-phone'
import { parsePhone } from '@brazilian-utils/brazilian-utils/parse-phone'

// The one door to the library of Brazilian numbers: elsewhere its defaults (numeric CNPJ only, truncated phones) do harm.
// Each reader takes what people type or paste, masked or bare, and gives what is stored, or null when it is not one.

/** What is not seen and comes with a copied text: blanks of no width, the soft hyphen, the mark of a file's beginning. */
const unseen = /\p{Cf}/gu
/** Without the punctuation of masks, whichever dash or slash a word processor made of it, in upper case. Letters stay: a CNPJ may have them. */
const unmasked = (text: string) =>
  text
    .replace(unseen, '')
    .replace(/[\s./\\\u2044\u2215\p{Pd}\u2212]/gu, '')
    .toUpperCase()
/** Without the word before a number: 'CNPJ 12.ABC…', 'CNPJ/MF nº: 12.ABC…'. Written together, it may be the number's own letters. */
const unnamed = (text: string) =>
  text.replace(unseen, '').replace(/^\s*(?:CPF|CNPJ)(?:\s*\/\s*(?:CPF|CNPJ|MF))?(?:\s+n[º°o.]+)?[\s:.\p{Pd}]+/iu, '')
const digits = (text: string, length: number) => (/^\d+$/.test(text) && text.length === length ? text : null)

/** The characters of a number, without its mask and the name before it. */
export const bareNumber = (text: string) => unmasked(unnamed(text))

/** 11 digits. */
export function cpf(text: string): string | null {
  const found = digits(bareNumber(text), 11)
  return found && isValidCpf(found) ? found : null
}

/** 14 characters, the first twelve letters or digits (IN RFB 2.229/2024); one repeated character is nobody's. */
export function cnpj(text: string): string | null {
  const found = bareNumber(text)
  return /^[0-9A-Z]{12}\d\d$/.test(found) && !/^(.)\1{11}/.test(found) && isValidCnpj(found, { version: 2 })
    ? found
    : null
}

/** The company all its establishments share: the first eight characters. */
export const cnpjRoot = (stored: string) => stored.slice(0, 8)
/** Which establishment of the company; 0001 is the first one opened, not always the head office. */
export const cnpjOrder = (stored: string) => stored.slice(8, 12)
export const hasLetters = (stored: string) => /[A-Z]/.test(stored)

/** Eight digits; whether it exists only the post office knows. */
export function zipcode(text: string): string | null {
  const found = digits(unmasked(text), 8)
  return found === '00000000' ? null : found
}

/** 11 digits as text; the last two check the first nine by the CPF's rule. */
export const fistel = cpf

/** '(0xx12) 3622-1234' and '012 3622-1234' → '12) 3622-1234': the zero of a call to another area, and the place of who carries it. */
function withoutTrunk(text: string): string {
  const [whole = '', country = ''] = /^([\s(]*(?:\+\s*55)?)[\s(]*0\s*(?:[xX*]{2})?[\s)]*(?=[1-9][1-9])/.exec(text) ?? []
  const left = country + text.slice(whole.length)
  return whole && /^(?:55)?\d{10,11}$/.test(left.replace(/\D/g, '')) ? left : text
}

/** A municipality's seven digits as IBGE gives them, or as a spreadsheet makes a number of them: '3554102.0', '3.554.102'. */
export function ibgeDigits(text: string): string | null {
  const given = text.replace(unseen, '').trim()
  const digits = /^\d\.\d{3}\.\d{3}$/.test(given) ? given.replaceAll('.', '') : given.replace(/[.,]0+$/, '')
  return /^\d{7}$/.test(digits) ? digits : null
}

/** What people and registers write where there is no number, without accents and signs. */
// prettier-ignore
const noNumber: ReadonlySet<string> = new Set([
  'ni', 'na', 'nc', 'nd', 'sn', 'sno', 'null', 'nulo', 'nenhum', 'naotem', 'naoha', 'naopossui', 'naoconsta', 'naoinformado',
  'naoinformada', 'seminformacao', 'semnumero',
])
/** Whether a text says that there is no number: nothing, zeros, signs, 'N/I', 'não informado'. '#N/D' is a sheet's failure, and says nothing. */
export function isNoNumber(text: string): boolean {
  const given = text.replace(unseen, '').trim()
  if (/^['\u2019]?[0\s.,/\\\p{Pd}]*$/u.test(given)) return true
  const letters = given
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  return /^[\p{L}º\s./\\\p{Pd}]+$/u.test(given) && noNumber.has(letters)
}

/** Thousands set apart by one sign. */
const thousands = /^(?:\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\s\d{3})+)$/
/**
 * A station's number in the regulator's register, up to 20 digits: without the zeros before it, nor what a spreadsheet adds:
 * '1.004.203.714,00', '1004203714.0', "'1004203714".
 */
export function stationNumber(text: string): string | null {
  const given = text
    .replace(unseen, '')
    .trim()
    .replace(/^['\u2019]\s*/, '')
  // A thousand and a number with three decimals are written alike.
  if (/^\d{1,3}[.,]000$/.test(given)) return null
  const [, whole = given, sign = ''] = (thousands.test(given) ? null : /^(.+)([.,])0+$/.exec(given)) ?? []
  const isGrouped = thousands.test(whole) && !(sign && whole.includes(sign))
  const [, found = null] = /^0*([1-9]\d{0,19})$/.exec(isGrouped ? whole.replace(/\D/g, '') : whole) ?? []
  return found
}

/** Characters of a phone at most, with all its blanks and signs. */
const longestPhone = 100
/** Written with the code of another country. */
export const isForeignPhone = (text: string) =>
  /\+/.test(text) && !/^[\s(]*\+\s*\(?\s*55/.test(text.replace(unseen, ''))

/**
 * E.164, '+5512997123456', by the rules of Anatel's Resolução 749/2022; 0800 and 4004 numbers, which have no such form,
 * as bare digits.
 */
export function readPhone(given: string): string | null {
  if (given.length > longestPhone || isForeignPhone(given)) return null
  const text = withoutTrunk(given.replace(unseen, '').replace(/[\p{Pd}\u2212]/gu, '-'))
  if (!/^[\d\s()+.-]+$/.test(text)) return null
  const national = parsePhone(text)
  if (/^\d\d6\d{7}$/.test(national)) return null
  if (isValidPhone(text, { version: 2 })) return `+55${national}`
  return national.length >= 8 && isValidPhone(text, { accept: ['service'] }) ? national : null
}

// prettier-ignore
export const ufs = [
  'AC', 'AL', 'AM', 'AP', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MG', 'MS', 'MT', 'PA',
  'PB', 'PE', 'PI', 'PR', 'RJ', 'RN', 'RO', 'RR', 'RS', 'SC', 'SE', 'SP', 'TO',
] as const
export type Uf = (typeof ufs)[number]

export function uf(text: string): Uf | null {
  const given = text.trim().toUpperCase()
  return ufs.find(known => known === given) ?? null
}

/** By the two digits IBGE's codes begin with: a region's, and a state's in it. */
// prettier-ignore
const ufByCode: Readonly<Record<string, Uf>> = {
  11: 'RO', 12: 'AC', 13: 'AM', 14: 'RR', 15: 'PA', 16: 'AP', 17: 'TO',
  21: 'MA', 22: 'PI', 23: 'CE', 24: 'RN', 25: 'PB', 26: 'PE', 27: 'AL', 28: 'SE', 29: 'BA',
  31: 'MG', 32: 'ES', 33: 'RJ', 35: 'SP', 41: 'PR', 42: 'SC', 43: 'RS', 50: 'MS', 51: 'MT', 52: 'GO', 53: 'DF',
}
/** The state of a municipality, by IBGE's seven digits. */
export const ufOfCity = (ibge: number): Uf | null => ufByCode[String(ibge).slice(0, 2)] ?? null

const masks = {
  cpf: '###.###.###-##',
  cnpj: '##.###.###/####-##',
  zipcode: '#####-###',
  mobile: '(##) #####-####',
  landline: '(##) ####-####',
  freephone: '#### ### ####',
  national: '####-####',
} as const

/** Lays characters on a mask as far as they go: ('123', '##-##') → '12-3'. */
function lay(characters: string, mask: string): string {
  let laid = ''
  let next = 0
  for (const place of mask) {
    const character = characters[next]
    if (character === undefined) break
    laid += place === '#' ? character : place
    if (place === '#') next += 1
  }
  return laid
}

/** Masks what fits; what does not (too long, a strange character) comes back as it was typed, never cut. */
function dress(typed: string, mask: string, allowed = /^\d*$/): string {
  const characters = unmasked(typed)
  return allowed.test(characters) && characters.length <= mask.replace(/[^#]/g, '').length
    ? lay(characters, mask)
    : typed
}

export const maskCnpj = (typed: string) => dress(typed, masks.cnpj, /^[0-9A-Z]*$/)
export const maskDocument = (typed: string) =>
  /^\d{0,11}$/.test(unmasked(typed)) ? dress(typed, masks.cpf) : maskCnpj(typed)
export const maskZipcode = (typed: string) => dress(typed, masks.zipcode)

/** '+5512997123456' and '12997123456' → '(12) 99712-3456'. */
export function maskPhone(typed: string): string {
  const national = typed.replace(/^\+55/, '').replace(/[\s().-]/g, '')
  if (/^0\d00/.test(national)) return dress(national, masks.freephone)
  if (/^[34]00\d{5}$/.test(national)) return dress(national, masks.national)
  return /^\d{1,11}$/.test(national) ? lay(national, national.length === 11 ? masks.mobile : masks.landline) : typed
}
