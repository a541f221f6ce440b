import { isValidIe } from '@brazilian-utils/brazilian-utils/is-valid-ie'
import type { Uf } from '#kernel/brasil.ts'

/** Digits of an inscrição estadual by state, as Sintegra's pages give them; those of Tocantins and some others have two forms. */
const lengths: Readonly<Record<Uf, readonly number[]>> = {
  AC: [13],
  AL: [9],
  AM: [9],
  AP: [9],
  BA: [8, 9],
  CE: [9],
  DF: [13],
  ES: [9],
  GO: [9],
  MA: [9],
  MG: [13],
  MS: [9],
  MT: [11],
  PA: [9],
  PB: [9],
  PE: [9, 14],
  PI: [9],
  PR: [10],
  RJ: [8],
  RN: [9, 10],
  RO: [9, 14],
  RR: [9],
  RS: [10],
  SC: [9],
  SE: [9],
  SP: [12],
  TO: [9, 11],
}

/** An inscrição estadual beside its state: as it is, short of leading zeros, or with more or fewer digits than the state's. */
export type RegistrationReading =
  | { readonly kind: 'certa' }
  | { readonly kind: 'zeros'; readonly number: string }
  /** `among` are numbers of the state's length, which their check digits do not prove. */
  | { readonly kind: 'comprimento'; readonly lengths: readonly number[]; readonly among: readonly string[] }
  /** As long as the state's, with check digits of another number. */
  | { readonly kind: 'digitos' }

/** Judges a number of digits, without its mask, beside its state; what has letters ('ISENTO') is nobody's to judge. */
export function readRegistration(digits: string, state: Uf): RegistrationReading {
  const isValid = (value: string) => isValidIe({ value, stateCode: state })
  if (!/^\d+$/.test(digits) || isValid(digits)) return { kind: 'certa' }
  const longer = lengths[state].filter(length => length > digits.length)
  const padded = longer.map(length => digits.padStart(length, '0'))
  const [found, other] = padded.filter(isValid)
  if (found !== undefined && other === undefined) return { kind: 'zeros', number: found }
  if (lengths[state].includes(digits.length)) return { kind: 'digitos' }
  return { kind: 'comprimento', lengths: lengths[state], among: padded }
}
