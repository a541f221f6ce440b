import { dayAfter } from '#kernel/clock.ts'
import { dayAt, digits, recordOf, words, type ColumnField } from '#features/billing/bills/remittance/columns.ts'
import type { RemittanceFacts, RemittanceOrder } from '#features/billing/bills/remittance/orders.ts'
import { remittanceLayoutOf, type RemittanceLayout } from '#features/billing/bills/remittance/remitting-banks.ts'

// The writer of a CNAB 240 remittance of boletos (Febraban, layout padrão, versão 10.06): one file with one lot, whose titles have
// segments P, Q and, where there is a fine, R. What a bank has otherwise is data (`remitting-banks.ts`).

const lot = '0001'
/** Of the header and the trailer of a lot. */
const lotEnds = 2

/** Where a record is in the file: its bank, its lot, its kind. */
const begin = (bank: string, inLot: string, kind: number): readonly ColumnField[] => [
  digits(1, 3, bank),
  digits(4, 7, inLot),
  digits(8, 8, kind),
]
const detail = (bank: string, at: number, segment: string, movement: string): readonly ColumnField[] => [
  ...begin(bank, lot, 3),
  digits(9, 13, at),
  words(14, 15, segment),
  digits(16, 17, movement),
]
const account = (first: number, { account: own }: RemittanceFacts): readonly ColumnField[] => [
  digits(first, first + 4, own.agency),
  words(first + 5, first + 5, own.agency_digit),
  digits(first + 6, first + 17, own.account),
  words(first + 18, first + 18, own.account_digit),
  words(first + 19, first + 19),
]

const fileHeader = (facts: RemittanceFacts, layout: RemittanceLayout) =>
  recordOf([
    ...begin(facts.bank, '0000', 0),
    digits(18, 18, 2),
    digits(19, 32, facts.company.cnpj),
    words(33, 52, layout.agreement(facts.account)),
    ...account(53, facts),
    words(73, 102, facts.company.name),
    words(103, 132, layout.name),
    // A remittance, not a return.
    digits(143, 143, 1),
    dayAt(144, facts.day),
    digits(152, 157, facts.time),
    digits(158, 163, facts.number),
    digits(164, 166, layout.versions.file),
    digits(167, 171, 0),
    ...(layout.own.file?.(facts) ?? []),
  ])

const lotHeader = (facts: RemittanceFacts, layout: RemittanceLayout) =>
  recordOf([
    ...begin(facts.bank, lot, 1),
    words(9, 9, 'R'),
    // Cobrança.
    digits(10, 11, 1),
    digits(14, 16, layout.versions.lot),
    digits(18, 18, 2),
    digits(19, 33, facts.company.cnpj),
    words(34, 53, layout.agreement(facts.account)),
    ...account(54, facts),
    words(74, 103, facts.company.name),
    digits(184, 191, facts.number),
    dayAt(192, facts.day),
    digits(200, 207, 0),
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
    digits(118, 118, amount ? late.code : late.none),
    dayAt(119, amount ? dayAfter(due_on, late.interestFrom) : null),
    digits(127, 141, amount),
    digits(142, 142, early ? 1 : 0),
    dayAt(143, early?.until ?? null),
    digits(151, 165, early?.cents ?? 0),
    digits(166, 195, 0),
  ]
}

function segmentP(facts: RemittanceFacts, layout: RemittanceLayout, order: RemittanceOrder, at: number): string {
  const isWhole = order.movement === '01' || !layout.isSpare
  return recordOf([
    ...detail(facts.bank, at, 'P', order.movement),
    ...account(18, facts),
    words(38, 57, layout.title(facts.account, order.shown)),
    digits(58, 58, layout.portfolio(facts.account)),
    // Registered, traditional, printed and handed out by the office.
    digits(59, 62, '1122'),
    words(63, 77, order.document),
    dayAt(78, isWhole || order.movement === '06' ? order.due_on : null),
    digits(86, 100, order.cents),
    digits(101, 105, 0),
    digits(107, 108, isWhole ? layout.species : 0),
    words(109, 109, isWhole ? 'N' : ''),
    dayAt(110, isWhole ? order.issued_on : null),
    ...chargesOf(layout, order),
    words(196, 220, order.own),
    // No protest; the bank's own rule of write-off; reais.
    digits(221, 223, '300'),
    digits(224, 227, '2000'),
    digits(228, 229, 9),
    digits(230, 239, 0),
    ...(layout.own.P?.(facts, order) ?? []),
  ])
}

const segmentQ = (facts: RemittanceFacts, layout: RemittanceLayout, order: RemittanceOrder, at: number) => {
  const { payer } = order
  return recordOf([
    ...detail(facts.bank, at, 'Q', order.movement),
    digits(18, 18, payer.document.length > 11 ? 2 : payer.document ? 1 : 0),
    digits(19, 33, payer.document),
    words(34, 73, payer.name),
    words(74, 113, payer.address),
    words(114, 128, payer.district),
    digits(129, 136, payer.zipcode),
    words(137, 151, payer.city),
    words(152, 153, payer.state),
    // Nobody else is the drawer.
    digits(154, 169, 0),
    digits(210, 212, 0),
    ...(layout.own.Q?.() ?? []),
  ])
}

const segmentR = (facts: RemittanceFacts, layout: RemittanceLayout, order: RemittanceOrder, at: number) =>
  recordOf([
    ...detail(facts.bank, at, 'R', order.movement),
    // Second and third discounts.
    digits(18, 65, 0),
    // A percentage of the title.
    digits(66, 66, 2),
    dayAt(67, dayAfter(order.due_on, layout.late.fineFrom)),
    digits(75, 89, hundredths(order.fine)),
    digits(200, 215, 0),
    digits(217, 228, 0),
    digits(231, 231, 0),
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
  const sums = [digits(24, 29, orders.length), digits(30, 46, cents), digits(47, 115, 0)]
  const lotTrailer = recordOf([
    ...begin(facts.bank, lot, 5),
    digits(18, 23, details.length + lotEnds),
    ...(layout.hasSums ? sums : []),
  ])
  const records = [fileHeader(facts, layout), lotHeader(facts, layout), ...details, lotTrailer]
  const fileTrailer = recordOf([
    ...begin(facts.bank, '9999', 9),
    digits(18, 23, 1),
    digits(24, 29, records.length + 1),
    ...(facts.bank === '033' ? [] : [digits(30, 35, 0)]),
  ])
  return Buffer.from([...records, fileTrailer, ''].join('\r\n'), 'latin1')
}
