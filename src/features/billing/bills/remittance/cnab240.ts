import { dayAfter } from '#kernel/clock.ts'
import {
  dayAt,
  digitsAt,
  remittedRecord,
  wordsAt,
  type ColumnField,
} from '#features/billing/bills/remittance/columns.ts'
import type { RemittanceFacts, RemittanceOrder } from '#features/billing/bills/remittance/orders.ts'
import { remittanceLayoutOf, type RemittanceLayout } from '#features/billing/bills/remittance/remitting-banks.ts'

// The writer of a CNAB 240 remittance of boletos (Febraban, layout padrão, versão 10.06): one file with one lot, whose titles have
// segments P, Q and, where there is a fine, R. What a bank has otherwise is data (`remitting-banks.ts`).

const lot = '0001'
/** Of the header and the trailer of a lot. */
const lotEnds = 2

/** Where a record is in the file: its bank, its lot, its kind. */
const begin = (bank: string, inLot: string, kind: number): readonly ColumnField[] => [
  digitsAt(1, 3, bank),
  digitsAt(4, 7, inLot),
  digitsAt(8, 8, kind),
]
const detail = (bank: string, at: number, segment: string, movement: string): readonly ColumnField[] => [
  ...begin(bank, lot, 3),
  digitsAt(9, 13, at),
  wordsAt(14, 15, segment),
  digitsAt(16, 17, movement),
]
const account = (first: number, { account: own }: RemittanceFacts): readonly ColumnField[] => [
  digitsAt(first, first + 4, own.agency),
  wordsAt(first + 5, first + 5, own.agency_digit),
  digitsAt(first + 6, first + 17, own.account),
  wordsAt(first + 18, first + 18, own.account_digit),
  wordsAt(first + 19, first + 19),
]

const fileHeader = (facts: RemittanceFacts, layout: RemittanceLayout) =>
  remittedRecord([
    ...begin(facts.bank, '0000', 0),
    digitsAt(18, 18, 2),
    digitsAt(19, 32, facts.company.cnpj),
    wordsAt(33, 52, layout.agreement(facts.account)),
    ...account(53, facts),
    wordsAt(73, 102, facts.company.name),
    wordsAt(103, 132, layout.name),
    // A remittance, not a return.
    digitsAt(143, 143, 1),
    dayAt(144, facts.day),
    digitsAt(152, 157, facts.time),
    digitsAt(158, 163, facts.number),
    digitsAt(164, 166, layout.versions.file),
    digitsAt(167, 171, 0),
    ...(layout.own.file?.(facts) ?? []),
  ])

const lotHeader = (facts: RemittanceFacts, layout: RemittanceLayout) =>
  remittedRecord([
    ...begin(facts.bank, lot, 1),
    wordsAt(9, 9, 'R'),
    // Cobrança.
    digitsAt(10, 11, 1),
    digitsAt(14, 16, layout.versions.lot),
    digitsAt(18, 18, 2),
    digitsAt(19, 33, facts.company.cnpj),
    wordsAt(34, 53, layout.agreement(facts.account)),
    ...account(54, facts),
    wordsAt(74, 103, facts.company.name),
    digitsAt(184, 191, facts.number),
    dayAt(192, facts.day),
    digitsAt(200, 207, 0),
    ...(layout.own.lot?.(facts) ?? []),
  ])

/** Half a unit is a whole one: `of` times `times` over `by`, exactly. */
const share = (of: number, times: number, by: number) =>
  Number((BigInt(of) * BigInt(times) * 2n + BigInt(by)) / (BigInt(by) * 2n))
const hundredths = (percent: number) => Math.round(percent * 100)

/** Interest and discount, columns 118 to 165: only a registration has them. */
function chargesOf({ late }: RemittanceLayout, order: RemittanceOrder): readonly ColumnField[] {
  const { movement, cents, interest, discount, due_on } = order
  const isNew = movement === '01'
  const rate = hundredths(isNew ? interest : 0)
  // A month has thirty days.
  const amount = late.by === 'month' ? rate : share(cents, rate, 10_000 * 30)
  const early = isNew && discount && discount.cents > 0 ? discount : null
  return [
    digitsAt(118, 118, amount ? late.code : late.none),
    dayAt(119, amount ? dayAfter(due_on, late.interestFrom) : null),
    digitsAt(127, 141, amount),
    digitsAt(142, 142, early ? 1 : 0),
    dayAt(143, early?.until ?? null),
    digitsAt(151, 165, early?.cents ?? 0),
    digitsAt(166, 195, 0),
  ]
}

function segmentP(facts: RemittanceFacts, layout: RemittanceLayout, order: RemittanceOrder, at: number): string {
  const isWhole = order.movement === '01' || !layout.isSpare
  return remittedRecord([
    ...detail(facts.bank, at, 'P', order.movement),
    ...account(18, facts),
    wordsAt(38, 57, layout.title(facts.account, order.shown)),
    digitsAt(58, 58, layout.portfolio(facts.account)),
    // Registered, traditional, printed and handed out by the office.
    digitsAt(59, 62, '1122'),
    wordsAt(63, 77, order.document),
    dayAt(78, isWhole || order.movement === '06' ? order.due_on : null),
    digitsAt(86, 100, order.cents),
    digitsAt(101, 105, 0),
    digitsAt(107, 108, isWhole ? layout.species : 0),
    wordsAt(109, 109, isWhole ? 'N' : ''),
    dayAt(110, isWhole ? order.issued_on : null),
    ...chargesOf(layout, order),
    wordsAt(196, 220, order.own),
    // No protest; the bank's own rule of write-off; reais.
    digitsAt(221, 223, '300'),
    digitsAt(224, 227, '2000'),
    digitsAt(228, 229, 9),
    digitsAt(230, 239, 0),
    ...(layout.own.P?.(facts, order) ?? []),
  ])
}

const segmentQ = (facts: RemittanceFacts, layout: RemittanceLayout, order: RemittanceOrder, at: number) => {
  const { payer } = order
  return remittedRecord([
    ...detail(facts.bank, at, 'Q', order.movement),
    digitsAt(18, 18, payer.document.length > 11 ? 2 : payer.document ? 1 : 0),
    digitsAt(19, 33, payer.document),
    wordsAt(34, 73, payer.name),
    wordsAt(74, 113, payer.address),
    wordsAt(114, 128, payer.district),
    digitsAt(129, 136, payer.zipcode),
    wordsAt(137, 151, payer.city),
    wordsAt(152, 153, payer.state),
    // Nobody else is the drawer.
    digitsAt(154, 169, 0),
    digitsAt(210, 212, 0),
    ...(layout.own.Q?.() ?? []),
  ])
}

const segmentR = (facts: RemittanceFacts, layout: RemittanceLayout, order: RemittanceOrder, at: number) =>
  remittedRecord([
    ...detail(facts.bank, at, 'R', order.movement),
    // Second and third discounts.
    digitsAt(18, 65, 0),
    // A percentage of the title.
    digitsAt(66, 66, 2),
    dayAt(67, dayAfter(order.due_on, layout.late.fineFrom)),
    digitsAt(75, 89, hundredths(order.fine)),
    digitsAt(200, 215, 0),
    digitsAt(217, 228, 0),
    digitsAt(231, 231, 0),
    ...(layout.own.R?.() ?? []),
  ])

/** Segments of a title, numbered from `at` on. */
function titleRecords(facts: RemittanceFacts, layout: RemittanceLayout, order: RemittanceOrder, at: number) {
  const isNew = order.movement === '01'
  const segments = [
    segmentP,
    ...(isNew || layout.repeatsPayer ? [segmentQ] : []),
    ...(isNew && hundredths(order.fine) > 0 ? [segmentR] : []),
  ]
  return segments.map((segment, i) => segment(facts, layout, order, at + i))
}

/**
 * A remittance in the bytes its bank takes: ASCII in upper case, 240 columns, CR and LF after each.
 * @throws RangeError where a fact has no room in its columns: what comes here was checked
 */
export function writeRemittance(facts: RemittanceFacts, orders: readonly RemittanceOrder[]): Buffer {
  const layout = remittanceLayoutOf(facts.bank)
  if (!layout) throw new RangeError(`no remittance of bank ${facts.bank}`)
  const details: string[] = []
  for (const order of orders) details.push(...titleRecords(facts, layout, order, details.length + 1))
  const cents = orders.reduce((sum, order) => sum + order.cents, 0)
  const sums = [digitsAt(24, 29, orders.length), digitsAt(30, 46, cents), digitsAt(47, 115, 0)]
  const lotTrailer = remittedRecord([
    ...begin(facts.bank, lot, 5),
    digitsAt(18, 23, details.length + lotEnds),
    ...(layout.hasSums ? sums : []),
  ])
  const records = [fileHeader(facts, layout), lotHeader(facts, layout), ...details, lotTrailer]
  const fileTrailer = remittedRecord([
    ...begin(facts.bank, '9999', 9),
    digitsAt(18, 23, 1),
    digitsAt(24, 29, records.length + 1),
    ...(facts.bank === '033' ? [] : [digitsAt(30, 35, 0)]),
  ])
  return Buffer.from([...records, fileTrailer, ''].join('\r\n'), 'latin1')
}
