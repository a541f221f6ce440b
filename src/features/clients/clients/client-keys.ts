import { bareNumber, cnpj, cpf, fistel } from '#kernel/brasil.ts'
import { comparableText, foldText } from '#kernel/text.ts'

// How a file names a client: by its document, by one of its fistels, or by one of its names. The import of stations and the
// comparison with the regulator's files find a client by this one rule.

/** What a client is known by. */
export interface ClientIdentity {
  /** CNPJ or CPF, as stored. */
  readonly document: string
  /** Of 11 digits each. */
  readonly fistels: readonly string[]
  /** Company name, trade name. */
  readonly names: readonly string[]
}

/** The kinds of keys, the surest first. */
export const clientKeyKinds = ['document', 'fistel', 'name'] as const
export type ClientKeyKind = (typeof clientKeyKinds)[number]

/**
 * The key of one kind that a text is, such as 'document 11222333000181' or 'name valefibraltda'; null where it is none. Texts that
 * name the same client in one way have the same key. Zeros that a spreadsheet ate are put back; a document or a fistel has to
 * check, so that one with a wrong digit is no other client's.
 */
export function clientKey(text: string, kind: ClientKeyKind): string | null {
  const found = { document: documentIn, fistel: fistelIn, name: nameIn }[kind](text)
  return found === null ? null : `${kind} ${found}`
}

/** Every key that a text may be, the surest first: 11 digits may be those of a CPF, or of a fistel. */
export const clientKeysIn = (text: string): readonly string[] =>
  clientKeyKinds.map(kind => clientKey(text, kind)).filter(key => key !== null)

/** The keys a client is found by. */
export const keysOfClient = ({ document, fistels, names }: ClientIdentity): ReadonlySet<string> =>
  new Set(
    [
      clientKey(document, 'document'),
      ...fistels.map(each => clientKey(each, 'fistel')),
      ...names.map(each => clientKey(each, 'name')),
    ].filter(key => key !== null),
  )

/** Without the decimals a spreadsheet adds to a whole number: '11222333000181,00'. */
const withoutDecimals = (text: string) => text.replace(/^(\s*\d{5,14})[.,]0+\s*$/, '$1')

/** CNPJ and CPF in 14 characters, so that both compare as one. */
function documentIn(text: string): string | null {
  const found = bareNumber(withoutDecimals(text))
  // Fewer than eight digits would be a document of mostly zeros.
  if (!/^(?:\d{8,14}|[0-9A-Z]{12}\d\d)$/.test(found)) return null
  const padded = found.padStart(14, '0')
  return cnpj(padded) ?? (padded.startsWith('000') && cpf(padded.slice(3)) ? padded : null)
}

function fistelIn(text: string): string | null {
  const found = bareNumber(withoutDecimals(text))
  return /^\d{8,11}$/.test(found) ? fistel(found.padStart(11, '0')) : null
}

/** Characters of a name that are compared. */
const longestName = 400
/** What registers write where there is no name. */
const noName: ReadonlySet<string> = new Set(['', 'ni', 'na', 'nd', 'null', 'naoinformado', 'naoconsta'])
/** The size of a company behind its name: ' - ME', ' EPP.', '(M.E.)', and what is joined to 'Ltda'. */
const companySize = /(?:(?:\s|(?<=ltda|ltda\.|limitada|eireli))[\s.,()\p{Pd}]{0,6}(?:m\.?e|e\.?p\.?p)\.?\)?){1,2}\s*$/u
/**
 * The letters and digits of a name. The size of a company is no part of its name: registers that are older than its last change
 * still write it.
 */
function nameIn(text: string): string | null {
  const found = comparableText(
    foldText(text.slice(0, longestName).trim())
      .replace(companySize, '')
      .replace(/\blimitada\b/, 'ltda'),
  )
  return noName.has(found) || !/[a-z]/.test(found) ? null : found
}
