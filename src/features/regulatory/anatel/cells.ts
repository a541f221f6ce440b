import { cnpj as readCnpj, cnpjRoot } from '#kernel/brasil.ts'
import { comparableText } from '#kernel/text.ts'
import type { Towns } from '#parts/address/places.ts'
import { readState } from '#parts/address/states.ts'
import type { TokenColumn } from '#features/regulatory/anatel/layouts.ts'
import { maxAccesses, maxSpeed } from '#features/regulatory/anatel/access-file.ts'
import { readSpeed } from '#features/regulatory/anatel/speed.ts'

/** What an imported file is judged against, given as data. */
export interface Lookups {
  /** Each lookup's tokens as Anatel writes them. */
  readonly tokens: Readonly<Record<TokenColumn, readonly string[]>>
  readonly cities: Towns
  /** The coleta's own: rows of another provider or month are refused. */
  readonly cnpj: string
  readonly year: number
  readonly month: number
}

export type CellRule =
  | 'columns'
  | 'required'
  | 'cnpj'
  | 'other-cnpj'
  | 'year'
  | 'month'
  | 'other-period'
  | 'ibge'
  | 'place'
  | 'uf'
  | 'token'
  | 'speed'
  | 'speed-dot'
  | 'speed-thousands'
  | 'speed-zero'
  | 'speed-kbps'
  | 'accesses'
  | 'accesses-zero'
  | 'pairing'

/** A cell read: its value, what was put right with certainty, or why it is refused and, if there is one, a safe cure. */
export type CellReading<T> =
  | { readonly value: T; readonly why?: string }
  | { readonly rule: CellRule; readonly said: string; readonly fix?: string; readonly among?: readonly string[] }

const refuse = (rule: CellRule, said: string, fix?: string) => ({ rule, said, ...(fix !== undefined && { fix }) })

/** Masked, or short of the leading zeros a spreadsheet ate: put right when the check digits then hold. */
export function cnpjCell(text: string, { cnpj }: Lookups): CellReading<string> {
  if (text === cnpj) return { value: cnpj }
  const found = readCnpj(text) ?? (/^\d{11,13}$/.test(text) ? readCnpj(text.padStart(14, '0')) : null)
  if (found === null) {
    const isPower = /\dE\+?\d/i.test(text)
    const cause = isPower ? 'a planilha trocou o número por notação científica' : 'os dígitos não conferem'
    const said = `não é um CNPJ: ${cause}. Escreva os 14 caracteres, sem pontuação: ${cnpj}.`
    return refuse('cnpj', said, isLikely(text, cnpj) ? cnpj : undefined)
  }
  if (found !== cnpj) return refuse('other-cnpj', `é de outra empresa. Esta coleta é do CNPJ ${cnpj}.`)
  return {
    value: found,
    why: text.length < 14 ? 'zeros à esquerda devolvidos' : 'pontuação retirada, letras maiúsculas',
  }
}

/** Whether a number that is no CNPJ was the provider's own: it begins as its root, or is it as a power of ten. */
function isLikely(text: string, cnpj: string): boolean {
  const [power, decimals] = /^\d[.,](\d+)E\+?\d+$/i.exec(text.trim()) ?? []
  if (power === undefined || decimals === undefined)
    return comparableText(text).startsWith(cnpjRoot(cnpj).toLowerCase())
  return Number(cnpj).toExponential(decimals.length) === Number(power.replace(',', '.')).toExponential(decimals.length)
}

export function yearCell(text: string, { year }: Lookups): CellReading<number> {
  if (!/^\d{4}$/.test(text)) return refuse('year', `Use o ano com 4 dígitos: ${year}.`)
  return Number(text) === year ? { value: year } : refuse('other-period', `é de outro ano. Esta coleta é de ${year}.`)
}

export function monthCell(text: string, { month }: Lookups): CellReading<number> {
  if (!/^(0?[1-9]|1[0-2])$/.test(text)) return refuse('month', `Use o número do mês: ${month}.`)
  if (Number(text) !== month) return refuse('other-period', `é de outro mês. Esta coleta é do mês ${month}.`)
  return text.startsWith('0') ? { value: month, why: 'mês sem zero à esquerda' } : { value: month }
}

/** Only a code in IBGE's list is valid. Six digits are a code without its last. */
export function ibgeCell(text: string, { cities }: Pick<Lookups, 'cities'>): CellReading<number> {
  if (/^\d{7}$/.test(text) && cities.has(Number(text))) return { value: Number(text) }
  if (!/^\d{6}$/.test(text))
    return refuse('ibge', 'não é um código do IBGE. Use os 7 dígitos do município, como 3550308.')
  const whole = Array.from({ length: 10 }, (_, last) => Number(text) * 10 + last).find(code => cities.has(code))
  const city = whole === undefined ? undefined : cities.get(whole)
  if (whole === undefined || !city) return refuse('ibge', 'não é um código do IBGE. Use os 7 dígitos do município.')
  return refuse('ibge', `Falta o último dígito: ${city.name}/${city.uf} é ${whole}.`, String(whole))
}

/** A row has the state twice, alone and by its municipality: both must agree. */
export function ufCell(text: string, code: number | null, { cities }: Lookups): CellReading<string> {
  const known = readState(text)
  if (!known) return refuse('uf', 'não é um estado. Use a sigla de duas letras, como SP.')
  const city = code === null ? undefined : cities.get(code)
  if (city && city.uf !== known)
    return refuse('uf', `não é o estado do município: ${city.name} é de ${city.uf}.`, city.uf)
  return known === text ? { value: known } : { value: known, why: 'escrito com a sigla' }
}

/** 'INTERNET' is internet and 'rádio' is radio: case, accents and separators never make another token. */
export function tokenCell(column: TokenColumn, text: string, { tokens }: Lookups): CellReading<string> {
  const known = tokens[column]
  if (known.includes(text)) return { value: text }
  const alike = known.filter(token => comparableText(token) === comparableText(text))
  const [only] = alike
  if (only !== undefined && alike.length === 1) return { value: only, why: 'escrito como a Anatel escreve' }
  return refuse('token', `não está na tabela. Use um destes: ${known.join(', ')}.`)
}

export function speedCell(text: string): CellReading<number> {
  if (/^\d{1,3}([.,]\d{3})*\.\d{3}$|^\d{1,3}(\.\d{3})+(,\d+)?$/.test(text) && !text.startsWith('0'))
    return refuse(
      'speed-dot',
      'A Anatel não aceita ponto, nem de milhar. Escreva só os dígitos e, se houver decimais, a vírgula.',
    )
  if (/^[1-9]\d{0,2}(,\d{3})+$/.test(text)) return refuse('speed-thousands', thousands(text))
  if (/^\d+\.\d+$/.test(text))
    return refuse('speed-dot', `Use vírgula: ${text.replace('.', ',')}.`, text.replace('.', ','))
  if (!/^\d+(,\d+)?$/.test(text)) {
    const read = readSpeed(text)
    if ('mbps' in read) return refuse('speed', `Escreva só o número, em Mbps: ${read.mbps}.`, read.mbps)
    const { reason, among } = read
    return { ...refuse(among.length > 1 ? 'speed-thousands' : 'speed', reason), among }
  }
  const written = text.includes(',') ? text.replace(/(?:,|(?<![0,]))0+$/, '') : text
  const value = Number(written.replace(',', '.'))
  if (value === 0) return refuse('speed-zero', 'A velocidade contratada deve ser maior que zero.')
  if (value > maxSpeed) return refuse('speed-kbps', 'é alta demais para Mbps. Se está em Kbps, divida por 1000.')
  if ((written.split(',')[1] ?? '').length > 3) return refuse('speed', 'Use no máximo 3 casas depois da vírgula.')
  return { value }
}

function thousands(text: string): string {
  const [whole = '', ...rest] = text.split(',')
  const read = `${whole},${rest.join('')}`.replace(/(?:,|(?<![0,]))0+$/, '')
  const plainly = /,\d{3}$/.test(read) ? `${read}0` : read
  const meant = text.replaceAll(',', '')
  return `A Anatel lê a vírgula como decimal: ${read} Mbps. Se são ${meant} Mbps, escreva ${meant}; se são ${read}, escreva ${plainly}.`
}

/** What nobody sells in Mbps: beyond 10 Gbps, or the round powers old Kbps plans had. */
export const looksKbps = (mbps: number) => mbps > 10_000 || (mbps > 1_024 && mbps % 1_024 === 0)

export function accessesCell(text: string): CellReading<number> {
  if (/^\d{1,3}(\.\d{3})+$/.test(text))
    return refuse('accesses', `Escreva sem ponto de milhar: ${text.replaceAll('.', '')}.`, text.replaceAll('.', ''))
  if (/^\d+[.,]0{1,2}$/.test(text))
    return refuse('accesses', 'É um número inteiro, sem decimais.', text.replace(/[.,]0+$/, ''))
  // A number of a workbook has a zero behind three decimals.
  const number = text.replace(/^([1-9]\d{0,2},\d{3})0$/, '$1')
  if (/^[1-9]\d{0,2}(,\d{3})+$/.test(number))
    return refuse('accesses', `É um número inteiro: se são ${number.replaceAll(',', '')}, escreva sem a vírgula.`)
  if (!/^\d+$/.test(text)) return refuse('accesses', 'Escreva um número inteiro, como 60.')
  const value = Number(text)
  return value <= maxAccesses ? { value } : refuse('accesses', 'Cabem no máximo 8 dígitos.')
}
