/** What a made return says of one boleto. Days are 'DDMMAAAA', amounts cents. */
export interface MadeReturnLine {
  /** The whole nosso número as the boleto prints it: '0000008-3'. */
  readonly shown: string
  readonly movement: string
  readonly cents: number
  readonly paid_cents: number
  readonly added_cents?: number
  readonly discount_cents?: number
  readonly fee_cents?: number
  /** As it stands in the file, where it is to be wrong. */
  readonly paid?: string
  readonly motives?: string
  readonly account?: string
  readonly due_on?: string
  readonly occurred_on?: string
  readonly credited_on?: string
  /** CNPJ or CPF of the payer. */
  readonly payer?: string
  readonly name?: string
}
interface MadeReturn {
  readonly bank?: string
  /** '2' is a return, '1' a remittance. */
  readonly kind?: string
  readonly company?: string
  /** How many titles each lot has; all of them are in one where it is not given. */
  readonly lots?: readonly number[]
  /** Whether the trailers of the lots count and sum their titles, as some banks do. */
  readonly hasSums?: boolean
}

const wide = 240
/** Texts at their columns, counted from 1, on a line of blanks. */
function lineWith(parts: Readonly<Record<number, string>>): string {
  const line = Array.from({ length: wide }, () => ' ')
  for (const [at, text] of Object.entries(parts)) line.splice(Number(at) - 1, text.length, ...text)
  return line.join('')
}
const padded = (n: number | string, width: number) => String(n).padStart(width, '0')
const digits = (text: string) => text.replace(/\D/g, '')

/** The twenty columns of nosso número from 38 on, as each bank's manual lays them out. */
const numbers: Readonly<Record<string, (shown: string) => string>> = {
  '001': shown => digits(shown),
  '033': shown => `000${digits(shown)}`,
  '237': shown => `0${shown.slice(0, 2)}00000${shown.slice(3).replace('-', '')}`,
  '341': shown => digits(shown),
  '756': shown => `${padded(digits(shown), 10)}01011`,
}
/** Febraban's columns of segment T, and where Santander's are others. */
const febraban = {
  account: 24,
  wide: 12,
  document: 58,
  due: 74,
  value: 82,
  payer: 133,
  name: 149,
  fee: 199,
  motives: 214,
}
const santander = {
  account: 23,
  wide: 9,
  document: 54,
  due: 70,
  value: 78,
  payer: 128,
  name: 144,
  fee: 194,
  motives: 209,
}

function titleLines(line: MadeReturnLine, lot: number, at: number, bank: string): readonly string[] {
  const columns = bank === '033' ? santander : febraban
  const begin = (segment: string, n: number) => `${bank}${padded(lot, 4)}3${padded(n, 5)}${segment}`
  const [added, discount] = [line.added_cents ?? 0, line.discount_cents ?? 0]
  const day = line.occurred_on ?? '20112026'
  return [
    lineWith({
      1: begin('T', at),
      16: `${line.movement}042773`,
      [columns.account]: `${padded(line.account ?? '6498', columns.wide)}0`,
      38: (numbers[bank] ?? digits)(line.shown),
      [columns.document]: `1${'F-77'.padEnd(15)}`,
      [columns.due]: `${line.due_on ?? '10122026'}${padded(line.cents, 15)}`,
      [columns.payer]: `2${padded(line.payer ?? '', 15)}`,
      [columns.name]: line.name ?? 'PAGADOR',
      [columns.fee]: `${padded(line.fee_cents ?? 170, 15)}${(line.motives ?? '').padEnd(10)}`,
    }),
    lineWith({
      1: begin('U', at + 1),
      16: `${line.movement}${padded(added, 15)}${padded(discount, 15)}${'0'.repeat(30)}`,
      78: `${line.paid ?? padded(line.paid_cents, 15)}${padded(line.paid_cents, 15)}${'0'.repeat(30)}`,
      138: `${day}${line.credited_on ?? day}`,
    }),
  ]
}

function lotLines(lines: readonly MadeReturnLine[], lot: number, { bank = '756', company = '', hasSums }: MadeReturn) {
  const value = lines.reduce((sum, { cents }) => sum + cents, 0)
  return [
    lineWith({ 1: `${bank}${padded(lot, 4)}1T01`, 18: `2${padded(company, 15)}` }),
    ...lines.flatMap((line, at) => titleLines(line, lot, at * 2 + 1, bank)),
    lineWith({
      1: `${bank}${padded(lot, 4)}5`,
      18: padded(lines.length * 2 + 2, 6),
      ...(hasSums && { 24: `${padded(lines.length, 6)}${padded(value, 17)}` }),
    }),
  ]
}

/** A return as the bank's manual lays it out, in Latin 1. */
export function returnFile(lines: readonly MadeReturnLine[], made: MadeReturn = {}): Buffer {
  const { bank = '756', kind = '2', company = '11222333000181', lots = [lines.length] } = made
  let taken = 0
  const parts = lots.map((size, i) => lotLines(lines.slice(taken, (taken += size)), i + 1, { ...made, bank, company }))
  const all = [
    lineWith({
      1: `${bank}00000`,
      ...(bank === '033' ? { 17: `2${padded(company, 15)}` } : { 18: `2${company}` }),
      53: '04277',
      59: '000000006498',
      143: `${kind}20112026`,
      158: '000007',
    }),
    ...parts.flat(),
  ]
  all.push(lineWith({ 1: `${bank}99999`, 18: padded(lots.length, 6), 24: padded(all.length + 1, 6) }))
  return Buffer.from(`${all.join('\r\n')}\r\n`, 'latin1')
}
