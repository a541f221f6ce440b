export interface MadeReturnLine {
  readonly number: number
  readonly movement: string
  readonly cents: number
  readonly paid_cents: number
  readonly added_cents?: number
  /** As it stands in the file, where it is to be wrong. */
  readonly paid?: string
  readonly motives?: string
  readonly account?: string
  /** 'DDMMAAAA'. */
  readonly occurred_on?: string
  readonly name?: string
}
interface MadeReturn {
  readonly bank?: string
  /** '2' is a return, '1' a remittance. */
  readonly kind?: string
  readonly company?: string
}

const wide = 240
/** Texts at their columns, counted from 1, on a line of blanks. */
function lineWith(parts: Readonly<Record<number, string>>): string {
  const line = Array.from({ length: wide }, () => ' ')
  for (const [at, text] of Object.entries(parts)) line.splice(Number(at) - 1, text.length, ...text)
  return line.join('')
}
const padded = (n: number | string, width: number) => String(n).padStart(width, '0')

/** A return of Sicoob as Febraban lays it out, in Latin 1. */
export function returnFile(
  lines: readonly MadeReturnLine[],
  { bank = '756', kind = '2', company = '11222333000181' }: MadeReturn = {},
): Buffer {
  const all = [
    lineWith({
      1: `${bank}00000`,
      18: `2${company}`,
      53: '04277',
      59: '000000006498',
      143: `${kind}20112026`,
      158: '000007',
    }),
    lineWith({ 1: `${bank}00011T01`, 18: `2${padded(company, 15)}` }),
    ...lines.flatMap((line, at) => [
      lineWith({
        1: `${bank}00013${padded(at * 2 + 1, 5)}T`,
        16: `${line.movement}042773${padded(line.account ?? '6498', 12)}0`,
        38: `${padded(line.number, 9)}0`,
        58: `1${'F-77'.padEnd(15)}10122026${padded(line.cents, 15)}`,
        149: line.name ?? 'PAGADOR',
        199: `${padded(170, 15)}${(line.motives ?? '').padEnd(10)}`,
      }),
      lineWith({
        1: `${bank}00013${padded(at * 2 + 2, 5)}U`,
        16: `${line.movement}${padded(line.added_cents ?? 0, 15)}`,
        33: '0'.repeat(45),
        78: `${line.paid ?? padded(line.paid_cents, 15)}${padded(line.paid_cents, 15)}`,
        138: `${line.occurred_on ?? '20112026'}20112026`,
      }),
    ]),
    lineWith({ 1: `${bank}00015`, 18: padded(lines.length * 2 + 2, 6) }),
    lineWith({ 1: `${bank}99999`, 18: padded(1, 6), 24: padded(lines.length * 2 + 4, 6) }),
  ]
  return Buffer.from(`${all.join('\r\n')}\r\n`, 'latin1')
}
