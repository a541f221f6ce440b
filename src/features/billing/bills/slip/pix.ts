import { cnpj, cpf, readPhone } from '#kernel/brasil.ts'

// The text a Pix QR code says (BCB, Manual de Padrões para Iniciação do Pix; EMV QRCPS): tag, length, value, one after another.

/** Kinds of keys, as the Pix directory has them. */
export const pixKinds = {
  cnpj: 'CNPJ',
  cpf: 'CPF',
  email: 'E-mail',
  telefone: 'Telefone',
  aleatoria: 'Chave aleatória',
} as const
export type PixKind = keyof typeof pixKinds
export const isPixKind = (kind: unknown): kind is PixKind => typeof kind === 'string' && kind in pixKinds

const readers: Readonly<Record<PixKind, (typed: string) => string | null>> = {
  cnpj,
  cpf,
  email: typed => {
    const mail = typed.trim().toLowerCase()
    return mail.length <= 77 && /^[\x21-\x7e]+$/.test(mail) && /^[^@]+@[^@]+\.[^@]+$/.test(mail) ? mail : null
  },
  telefone: typed => {
    const phone = readPhone(typed)
    return phone?.startsWith('+55') ? phone : null
  },
  aleatoria: typed => {
    const key = typed.trim().toLowerCase()
    return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key) ? key : null
  },
}
/** A key as the directory has it; null where it is none of its kind. */
export const pixKey = (kind: PixKind, typed: string) => readers[kind](typed)

export interface PixCharge {
  /** As the directory has it. */
  readonly key: string
  readonly name: string
  readonly city: string
  /** Null leaves the amount to the payer. */
  readonly cents: number | null
  /** It identifies the payment: at most 25 letters and digits. */
  readonly txid: string | null
}

const field = (tag: string, value: string) => `${tag}${String(value.length).padStart(2, '0')}${value}`
/** Letters without accents, of what every reader of the code knows. */
const folded = (words: string, most: number) =>
  words
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most)
    .trim()

/** CRC-16/CCITT-FALSE, in four hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xff_ff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x80_00 ? (crc << 1) ^ 0x10_21 : crc << 1) & 0xff_ff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** The text of the QR code, which is what "copia e cola" copies. Throws where a part does not fit: what comes here was checked. */
export function brCode({ key, name, city, cents, txid }: PixCharge): string {
  if (txid !== null && !/^[A-Za-z0-9]{1,25}$/.test(txid)) throw new RangeError('the txid of a Pix does not fit')
  const payload = [
    field('00', '01'),
    field('26', field('00', 'br.gov.bcb.pix') + field('01', key)),
    field('52', '0000'),
    field('53', '986'),
    ...(cents === null ? [] : [field('54', `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`)]),
    field('58', 'BR'),
    field('59', folded(name, 25)),
    field('60', folded(city, 15)),
    field('62', field('05', txid ?? '***')),
    '6304',
  ].join('')
  return payload + crc16(payload)
}
