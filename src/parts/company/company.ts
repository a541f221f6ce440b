import { formats } from '#kernel/format.ts'
import { isDay } from '#kernel/page.ts'

/** What the federal registry says of a company, in the words of a client's record; null is what it does not say. */
export interface Company {
  readonly cnpj: string
  readonly name: string
  readonly fantasy_name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly opening_data: string | null
  /** Reais. */
  readonly capital_social: number | null
  /** 'Ativa', 'Baixada'… */
  readonly situation: string | null
  readonly address: CompanyAddress | null
  readonly partners: readonly Partner[]
  readonly activities: readonly Activity[]
}
export interface CompanyAddress {
  readonly zipcode: string | null
  readonly address: string | null
  readonly number: string | null
  readonly complement: string | null
  readonly neighborhood: string | null
  /** The municipality's IBGE code, seven digits. */
  readonly ibge: number | null
}
export interface Partner {
  readonly name: string
  /** A person's comes with its ends hidden: '***123456**'. */
  readonly document: string | null
  /** 'Sócio-Administrador'. */
  readonly categories: readonly string[]
  readonly since: string | null
}
export interface Activity {
  /** CNAE, seven digits. */
  readonly code: string
  readonly name: string
  readonly main: boolean
}

/** Text of at most `max` characters, null when there is none. */
export const wordsIn = (value: unknown, max: number) =>
  typeof value === 'string' && value.trim() ? value.normalize('NFC').trim().slice(0, max) : null
/** The same as a list: of one, or of none. */
export const listedIn = (value: unknown, max: number) => [wordsIn(value, max)].filter(each => each !== null)
export const dayOf = (value: unknown) => (typeof value === 'string' && isDay(value) ? value : null)
export const formatted = (format: 'email' | 'phone' | 'zipcode', value: unknown) =>
  typeof value === 'string' ? formats[format].parse(value) : null
/** Of the amounts a record can hold. */
export const amount = (value: unknown) => {
  const reais = Number(value ?? Number.NaN)
  return reais >= 0 && reais < 1e13 ? Math.round(reais * 100) / 100 : null
}
export const cnae = (value: unknown) => {
  const code = String(value ?? '').replace(/\D/g, '')
  return /^\d{5,7}$/.test(code) ? code.padStart(7, '0') : null
}
/** Municipalities are known by seven digits. */
export const ibgeOf = (value: unknown) => (/^\d{7}$/.test(String(value)) ? Number(value) : null)
