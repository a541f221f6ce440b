import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Every token of a program begins with it: those who search texts for secrets find it, and need no look at the database. */
export const tokenPrefix = 'otg_'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const lengths = { secret: 43, checksum: 6 } as const

/** A number of base 62, with zeros in front. */
function inDigits(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = `${digits[Number(rest % 62n)]}${text}`
  return text
}
const checksumOf = (secret: string) => inDigits(BigInt(crc32(secret)), lengths.checksum)

/** 256 random bits as `otg_`, 43 letters and digits, and six that check them (CRC-32, as GitHub's tokens have). */
export function newProgramToken(): string {
  const secret = inDigits(BigInt(`0x${randomBytes(32).toString('hex')}`), lengths.secret)
  return `${tokenPrefix}${secret}${checksumOf(secret)}`
}

/** Whether a text may be such a token: what was mistyped or invented is refused without a look at the database. */
export function isProgramToken(text: string): boolean {
  const [, secret = '', checksum = ''] = /^otg_(\w{43})(\w{6})$/.exec(text) ?? []
  return secret !== '' && checksumOf(secret) === checksum
}
