/** What a second factor is: a device that makes codes, or a passkey. */
export const factorKinds = { totp: 'Aplicativo de códigos', passkey: 'Chave de acesso' } as const
export type FactorKind = keyof typeof factorKinds

/** Ways to prove who one is. */
export const proofMethods = ['password', 'totp', 'passkey', 'recovery', 'directory'] as const
export type ProofMethod = (typeof proofMethods)[number]

/** Factors of each kind that one person may have. */
export const mostFactors = 10
/** Recovery codes of a set, and how many are few. */
export const codesOfASet = 10
export const fewCodes = 3
/** Days in which a browser that is remembered asks for no second factor. */
export const trustDays = 30
/** Attempts at the second step of one sign-in, and the minutes it takes at most. */
export const stepAttempts = 5
export const stepMinutes = 10

/** What a refused factor says, by the parameter it came in. */
export const wrongMessages: Readonly<Record<string, string>> = {
  otp: 'O código não confere. Espere o próximo e confira o relógio do aparelho.',
  recovery_code: 'Este código de recuperação não confere, ou já foi usado.',
  passkey: 'A chave de acesso não foi aceita.',
}

/** Names of the grants besides those of RFC 6749, each an absolute URI (RFC 6749, 4.5). */
export const grantTypes = {
  secondFactor: 'urn:outorga:grant-type:segundo-fator',
  passkey: 'urn:outorga:grant-type:chave-de-acesso',
} as const

/** The letters of a recovery code: none that is mistaken for another (Crockford's base 32). */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = /(.{4})(?=.)/g

/** Ten random bytes as sixteen letters in groups of four: 'K7QF-2M9X-TP04-B3GH'. */
export function recoveryCodeOf(bytes: Uint8Array): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? [])
    .map(five => letters[Number.parseInt(five, 2)] ?? '')
    .join('')
    .replace(groups, '$1-')
}

/** A recovery code as it was given out, however it is typed; null for what is none. */
export function readRecoveryCode(typed: string): string | null {
  const bare = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return bare.length === 16 && [...bare].every(letter => letters.includes(letter)) ? bare.replace(groups, '$1-') : null
}
