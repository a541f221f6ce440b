import { readFileSync } from 'node:fs'
import { getBoletoInfo } from '@brazilian-utils/brazilian-utils/get-boleto-info'
import { isValidBoleto } from '@brazilian-utils/brazilian-utils/is-valid-boleto'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { dayAfter } from '#kernel/clock.ts'
import { bankWithDigit, ruleOf } from '#features/billing/bills/slip/banks.ts'
import { barsOf, dayOfFactor, factorOf, lineOf, mostCents, readSlip } from '#features/billing/bills/slip/numbers.ts'

interface PublishedAccount {
  readonly test: string
  readonly bank: string
  readonly agency: string
  readonly account: string
  readonly digit: string
  readonly wallet: string
  readonly agreement: string
  readonly agreement_digit: string
  readonly pairs: readonly (readonly [line: string, bars: string, due: string, cents: number, number: string])[]
}
const { accounts }: { accounts: readonly PublishedAccount[] } = JSON.parse(
  readFileSync(new URL('../../../../../test/data/boletos.json', import.meta.url), 'utf8'),
)
const published = accounts.flatMap(({ pairs }) => pairs)

/** Printed by banks and in public documents: Banco do Brasil, Santander, Bradesco, Inter, Safra, Sicoob, Itaú and Banrisul. */
const printed = [
  [
    '00190.00009 01149.718601 68524.522114 6 75860000102656',
    '00196758600001026560000001149718606852452211',
    '2018-07-15',
    102_656,
  ],
  [
    '03399.63290 64000.000006 00125.201020 4 56140000017832',
    '03394561400000178329632964000000000012520102',
    '2013-02-19',
    17_832,
  ],
  [
    '23797.50603 91900.000125 08005.429108 7 72670000000999',
    '23797726700000009997506091900000120800542910',
    '2017-08-30',
    999,
  ],
  [
    '07790.00116 12064.449908 08159.365561 7 90020000015130',
    '07797900200000151300001112064449900815936556',
    '2022-05-31',
    15_130,
  ],
  [
    '42297.11504 00001.954411 60020.034520 2 68610000054659',
    '42292686100000546597115000001954416002003452',
    '2016-07-20',
    54_659,
  ],
  [
    '75691.42776 01017.227800 00000.400010 1 69740000030000',
    '75691697400000300001427701017227800000040001',
    '2016-11-10',
    30_000,
  ],
  [
    '34191.09008 22335.021238 45678.900007 1 71950000060000',
    '34191719500000600001090022335021234567890000',
    '2017-06-19',
    60_000,
  ],
  [
    '04192.10349 01234.560009 00045.840907 1 69340000027615',
    '04191693400000276152103401234560000004584090',
    '2016-10-01',
    27_615,
  ],
] as const

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
  vi.useRealTimers()
})

describe.each(['UTC', 'America/Sao_Paulo'])('in %s', tz => {
  test('each published boleto is read, and written the same', () => {
    process.env.TZ = tz
    expect(published).toHaveLength(126)
    for (const [line, bars, due_date, cents] of [...published, ...printed]) {
      expect(readSlip(line, '2020-01-01')).toEqual({
        kind: 'banco',
        bars,
        bank: bars.slice(0, 3),
        due_date,
        cents,
        free: bars.slice(19),
      })
      expect(readSlip(bars, '2020-01-01')).toEqual(readSlip(line, '2020-01-01'))
      expect(barsOf({ bank: bars.slice(0, 3), due_date, cents, free: bars.slice(19) })).toBe(bars)
      expect(lineOf(bars)).toBe(line)
      expect(isValidBoleto(line)).toBe(true)
    }
  })

  test('the factor turns on 22/02/2025, and ends in 2049', () => {
    process.env.TZ = tz
    const days = [
      ['2000-07-03', '1000'],
      ['2025-02-21', '9999'],
      ['2025-02-22', '1000'],
      ['2025-02-23', '1001'],
      ['2026-11-20', '1636'],
      ['2049-10-13', '9999'],
    ] as const
    for (const [day, factor] of days) {
      expect(factorOf(day)).toBe(factor)
      expect(dayOfFactor(factor, day)).toBe(day)
    }
    expect(() => factorOf('2000-07-02')).toThrow(RangeError)
    expect(() => factorOf('2049-10-14'), 'no factor is left').toThrow(RangeError)
  })
})

test('one factor is the day nearest to the one it is read on', () => {
  expect(dayOfFactor('1656', '2002-01-01')).toBe('2002-04-20')
  expect(dayOfFactor('1656', '2026-11-25')).toBe('2026-12-10')
  expect(dayOfFactor('9999', '2025-03-01')).toBe('2025-02-21')
  expect(dayOfFactor('1000', '2025-02-01')).toBe('2025-02-22')
  expect(dayOfFactor('0000', '2026-11-25')).toBeNull()
  expect(dayOfFactor('0999', '2026-11-25')).toBeNull()
})

const slips = fc.record({
  bank: fc.integer({ min: 1, max: 799 }).map(code => String(code).padStart(3, '0')),
  due_date: fc.option(fc.integer({ min: 0, max: 17_999 }).map(days => dayAfter('2000-07-03', days))),
  cents: fc.integer({ min: 0, max: mostCents }),
  free: fc.stringMatching(/^\d{25}$/),
})
test('what is written is read back, and another house reads the same', () => {
  fc.assert(
    fc.property(slips, slip => {
      const bars = barsOf(slip)
      const read = readSlip(lineOf(bars), slip.due_date ?? '2026-11-25')
      expect(read).toEqual({ kind: 'banco', bars, ...slip })
      expect(readSlip(bars, slip.due_date ?? '2026-11-25')).toEqual(read)
      expect(getBoletoInfo(lineOf(bars))).toMatchObject({ bankCode: slip.bank, amount: slip.cents })
    }),
  )
})

test('one digit changed is seen in each place that has a digit of its own, and in that of the bars', () => {
  fc.assert(
    fc.property(slips, fc.integer({ min: 0, max: 32 }), fc.integer({ min: 1, max: 9 }), (slip, at, more) => {
      const digits = lineOf(barsOf(slip)).replace(/[ .]/g, '')
      const other = (Number(digits[at]) + more) % 10
      const wrong = digits.slice(0, at) + other + digits.slice(at + 1)
      expect(readSlip(wrong, '2026-11-25')).toBeNull()
    }),
  )
})

test('bills of consumption are taken with their 48 digits or their 44', () => {
  const line = '848200000000599004020007002868026006073377503180'
  const read = readSlip(line, '2026-11-25')
  expect(read).toEqual({ kind: 'arrecadacao', bars: '84820000000599004020000028680260007337750318', cents: 5_990 })
  expect(readSlip('84820000000599004020000028680260007337750318', '2026-11-25')).toEqual(read)
  for (let at = 0; at < 48; at++) {
    const wrong = line.slice(0, at) + ((Number(line[at]) + 1) % 10) + line.slice(at + 1)
    expect(readSlip(wrong, '2026-11-25'), `digit ${at}`).toBeNull()
  }
})

test.each(['', 'abc', '0'.repeat(47), '1'.repeat(44), '9'.repeat(48), `${'1'.repeat(46)}x`, '0019000009'])(
  'refuses %j',
  typed => expect(readSlip(typed, '2026-11-25')).toBeNull(),
)

/** What the rule needs of a published account, as it pads it. */
const accountOf = ({ agency, account, digit, wallet, agreement, agreement_digit }: PublishedAccount) => ({
  agency,
  account: account.padStart(7, '0').slice(account.length > 7 ? 0 : -7),
  account_digit: digit,
  wallet,
  agreement: `${agreement}${agreement_digit}`.padStart(7, '0'),
})
test('each bank with a rule numbers its published boletos as they are printed', () => {
  const tried = new Map<string, number>()
  for (const account of accounts) {
    const rule = ruleOf(account.bank)
    // Of its wallet 112 no rule is published.
    if (!rule || account.wallet === '112') continue
    const given = accountOf(account)
    for (const [, bars, , , number] of account.pairs) {
      // One has no agreement at all, another its wallet's own number: the bank made them.
      if (/^0+$/.test(number)) continue
      const nosso = nossoOf(account.bank, number).padStart(rule.digits, '0')
      const known = account.bank === '341' ? { ...given, account: account.account } : given
      const { free, shown } = rule.number(known, nosso)
      expect(free, `${account.test} ${number}`).toBe(bars.slice(19))
      expect(shown.replaceAll(/^0+/g, '').replace(/^\//, '')).toContain(number.replaceAll(/^0+/g, '').slice(-8))
      tried.set(account.bank, (tried.get(account.bank) ?? 0) + 1)
    }
  }
  expect(Object.fromEntries(tried)).toEqual({ '001': 24, '033': 9, '237': 18, '341': 9, '756': 9 })
})
/** The number alone, out of how each bank prints it. */
function nossoOf(bank: string, number: string): string {
  const bare = number.replace(/^\d+\//, '').replace(/-.$/, '')
  return bank === '001' ? bare.slice(7) : bare
}

test('the code of a bank has its digit', () => {
  const told = {
    '001': '001-9',
    '033': '033-7',
    '104': '104-0',
    '237': '237-2',
    '341': '341-7',
    '748': '748-X',
    '756': '756-0',
  }
  for (const [bank, shown] of Object.entries(told)) expect(bankWithDigit(bank)).toBe(shown)
})
