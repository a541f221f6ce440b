import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj'
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf'
import { isValidPhone } from '@brazilian-utils/brazilian-utils/is-valid-phone'
import { parsePhone } from '@brazilian-utils/brazilian-utils/parse-phone'

// The one door to the library of Brazilian numbers: elsewhere its defaults (numeric CNPJ only, truncated phones) do harm.
// Each reader takes what people type or paste, masked or bare, and gives what is stored, or null when it is not one.

/** Without the punctuation of masks, in upper case. Letters stay: a CNPJ may have them. */
const bare = (text: string) => text.replace(/[\s./-]/g, '').toUpperCase()
const digits = (text: string, length: number) => (/^\d+$/.test(text) && text.length === length ? text : null)

/** 11 digits. */
export function cpf(text: string): string | null {
  const found = digits(bare(text), 11)
  return found && isValidCpf(found) ? found : null
}

/** 14 characters, the first twelve letters or digits (IN RFB 2.229/2024); one repeated character is nobody's. */
export function cnpj(text: string): string | null {
  const found = bare(text)
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
  const found = digits(bare(text), 8)
  return found === '00000000' ? null : found
}

/** 11 digits as text; the last two check the first nine by the CPF's rule. */
export const fistel = cpf

/**
 * E.164, '+5512997123456', by the rules of Anatel's Resolução 749/2022; 0800 and 4004 numbers, which have no such form,
 * as bare digits.
 */
export function readPhone(text: string): string | null {
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
  const characters = bare(typed)
  return allowed.test(characters) && characters.length <= mask.replace(/[^#]/g, '').length
    ? lay(characters, mask)
    : typed
}

export const maskCnpj = (typed: string) => dress(typed, masks.cnpj, /^[0-9A-Z]*$/)
export const maskDocument = (typed: string) =>
  /^\d{0,11}$/.test(bare(typed)) ? dress(typed, masks.cpf) : maskCnpj(typed)
export const maskZipcode = (typed: string) => dress(typed, masks.zipcode)

/** '+5512997123456' and '12997123456' → '(12) 99712-3456'. */
export function maskPhone(typed: string): string {
  const national = typed.replace(/^\+55/, '').replace(/[\s().-]/g, '')
  if (/^0\d00/.test(national)) return dress(national, masks.freephone)
  if (/^[34]00\d{5}$/.test(national)) return dress(national, masks.national)
  return /^\d{1,11}$/.test(national) ? lay(national, national.length === 11 ? masks.mobile : masks.landline) : typed
}
