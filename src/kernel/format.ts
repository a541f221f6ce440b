import * as brasil from '#kernel/brasil.ts'
import type { Field, Format } from '#kernel/field.ts'
import { foldText } from '#kernel/text.ts'

/** It reads, shows and formats a value stored as text. Nothing here throws. */
export interface TextFormat {
  /** What is stored for what was typed, or null when it is not one. */
  readonly parse: (text: string) => string | null
  /** Whether a text says that there is none: nothing is stored for it. */
  readonly isNone?: (text: string) => boolean
  readonly show: (stored: string) => string
  /** What is wrong and how to put it right. */
  readonly message: string
  /** What is wrong with some texts in particular. */
  readonly why?: (text: string) => string | null
  /** The lengths a number of this format has without its mask, in characters. */
  readonly lengths?: readonly number[]
  /** Dresses what is being typed; never drops a character that was not a mask's. */
  readonly mask?: (typed: string) => string
  readonly inputMode?: 'email' | 'url' | 'numeric' | 'tel'
}

const asItIs = (stored: string) => stored

export const formats: Readonly<Record<Format, TextFormat>> = {
  email: {
    parse: email,
    show: asItIs,
    message: 'Não parece um e-mail. Escreva como nome@provedor.com.br.',
    inputMode: 'email',
  },
  url: {
    parse: url,
    show: asItIs,
    message: 'Não parece um endereço da internet. Escreva como https://www.provedor.com.br.',
    inputMode: 'url',
  },
  document: {
    parse: text => brasil.cpf(text) ?? brasil.cnpj(text),
    show: brasil.maskDocument,
    message: 'CPF ou CNPJ inválido: os dígitos verificadores não conferem. Confira o número.',
    lengths: [11, 14],
    mask: brasil.maskDocument,
  },
  cnpj: {
    parse: brasil.cnpj,
    show: brasil.maskCnpj,
    message: 'CNPJ inválido: os dígitos verificadores não conferem. Confira os 14 caracteres.',
    lengths: [14],
    mask: brasil.maskCnpj,
  },
  phone: {
    parse: brasil.readPhone,
    show: brasil.maskPhone,
    message: 'Telefone inválido. Escreva o DDD e o número, como (12) 99712-3456.',
    why: text =>
      brasil.isForeignPhone(text)
        ? 'O código é de outro país, e aqui só entram telefones do Brasil. Anote-o em uma observação.'
        : null,
    mask: brasil.maskPhone,
    inputMode: 'tel',
  },
  zipcode: {
    parse: brasil.zipcode,
    show: brasil.maskZipcode,
    message: 'CEP inválido. Escreva os 8 dígitos, como 12020-000.',
    lengths: [8],
    mask: brasil.maskZipcode,
    inputMode: 'numeric',
  },
  fistel: {
    parse: brasil.fistel,
    show: asItIs,
    message: 'Fistel inválido: são 11 dígitos e os dois últimos conferem os nove primeiros. Confira o número.',
    lengths: [11],
    inputMode: 'numeric',
  },
  station_number: {
    parse: brasil.stationNumber,
    isNone: brasil.isNoNumber,
    show: asItIs,
    message: 'Número de estação inválido. Escreva só os algarismos, como 1004203714, ou nada onde não há número.',
    inputMode: 'numeric',
  },
  uf: {
    parse: brasil.uf,
    show: asItIs,
    message: 'Não é um estado. Escreva a sigla, como SP.',
    mask: typed => typed.toUpperCase(),
  },
  tag: {
    parse: text => (/^[^\s;"]{1,30}$/.test(text.trim()) ? text.trim() : null),
    show: asItIs,
    message: 'Use até 30 caracteres, sem espaços, aspas nem ponto e vírgula.',
  },
  password: {
    parse: text => (isHardToGuess(text) ? text : null),
    show: () => '••••••••',
    message: 'Use de 12 a 200 caracteres e fuja do óbvio: sequências, repetições e palavras como "senha".',
  },
}

/** Stored without punctuation, and searched with or without it. */
const bareFormats: ReadonlySet<string> = new Set(['document', 'cnpj', 'phone', 'zipcode', 'fistel', 'station_number'])
export const isBare = ({ options }: Pick<Field, 'options'>) => bareFormats.has(options.format ?? '')

/** Whether a text is empty, or says in words of its format that there is none. */
export const isNone = (format: Format, text: string) => text === '' || formats[format].isNone?.(text) === true

/**
 * Why a text is not of a format. A sign or a length that no such number has is named, because the check digits are not
 * to blame then.
 */
export function whyNot(format: Format, text: string): string {
  const { lengths, message, why } = formats[format]
  if (/^[\d.,]+E[+-]?\d{1,3}$/i.test(text.trim()))
    return 'A planilha trocou o número por notação científica. Formate a coluna como texto e cole de novo.'
  const own = why?.(text) ?? null
  if (own !== null || !lengths) return own ?? message
  const number = brasil.bareNumber(text)
  const sign = /[^\p{L}\p{N}]/u.exec(number)?.[0]
  if (sign) return `Há um “${sign}” que não é do número. Apague-o.`
  if (number === '' || lengths.includes(number.length)) return message
  return `O número tem ${lengths.join(' ou ')} caracteres sem a pontuação, e este tem ${number.length}. Confira o número.`
}

/** Before the @ a dot is between two letters, neither first nor last nor doubled (RFC 5321, 4.1.2). */
function email(text: string): string | null {
  const given = text.trim().toLowerCase()
  return given.length <= 254 &&
    /^(?=.{1,64}@)[^\s@<>(),;:"\\[\].]+(?:\.[^\s@<>(),;:"\\[\].]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/.test(
      given,
    )
    ? given
    : null
}

/** Only what a browser opens as a page; an address typed without a scheme is taken as https. */
function url(text: string): string | null {
  const given = text.trim()
  const whole = /^https?:\/\//i.test(given)
    ? given
    : /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(given)
      ? `https://${given}`
      : null
  return whole && !/[\s\\]/.test(whole) && URL.canParse(whole) && new URL(whole).username === '' ? whole : null
}

/** The words and runs people reach for first; what a password adds to them is what protects it. */
const obvious =
  /senha|password|passw0rd|admin(istrador)?|mudar|trocar|teste?|bemvindo|brasil|provedor|internet|anatel|coletas?|qwerty(uiop)?|asdf(gh)?|abc(def)?|0?123(4(5(6(7(8(90?)?)?)?)?)?)?|9876(5(4(3(2(10?)?)?)?)?)?|20[0-3]\d/g

/** 12 to 200 characters, 6 of them beyond the obvious, 5 of them different. */
function isHardToGuess(password: string): boolean {
  const size = [...password].length
  const own = foldText(password).replace(obvious, '')
  return size >= 12 && size <= 200 && own.length >= 6 && new Set(own).size >= 5
}
