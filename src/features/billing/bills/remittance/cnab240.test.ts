import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAfter } from '#kernel/clock.ts'
import { bankText } from '#features/billing/bills/remittance/columns.ts'
import { writeRemittance } from '#features/billing/bills/remittance/cnab240.ts'
import type { RemittanceFacts, RemittanceOrder } from '#features/billing/bills/remittance/orders.ts'
import { remittanceLayoutOf, remittingBanks } from '#features/billing/bills/remittance/remitting-banks.ts'
import { readReturn } from '#features/billing/bills/returns/cnab240.ts'
import { returnBanks } from '#features/billing/bills/returns/layouts.ts'
import { ruleOf, slipBanks } from '#features/billing/bills/slip/banks.ts'
import { mostCents } from '#features/billing/bills/slip/numbers.ts'
import { readRemittance, type BankTitle } from '#test/support/bank-remittance.ts'
import { returnFile } from '#test/support/bank-return.ts'

/** An account of each bank, as it fits the bank's rule of numbers. */
const accounts: Readonly<Record<string, RemittanceFacts['account']>> = {
  '001': account({ agency: '1234', account: '00012345', account_digit: 'X', agreement: '1234567', wallet: '17' }),
  '033': account({ agency: '1234', account: '000123456', agreement: '1234567', wallet: '101' }),
  '237': account({ agency: '1234', account: '0012345', wallet: '09', agreement: '1234567' }),
  '341': account({ agency: '1234', account: '12345', wallet: '109' }),
  '756': account({ agency: '4277', account: '0000006498', agreement: '0172278', wallet: '1' }),
}
function account(own: Partial<RemittanceFacts['account']>): RemittanceFacts['account'] {
  return {
    agency: '',
    agency_digit: '3',
    account: '',
    account_digit: '7',
    wallet: '',
    agreement: '',
    wallet_variation: '19',
    transmission_code: '123400001234567',
    ...own,
  }
}
const factsOf = (bank: string): RemittanceFacts => ({
  bank,
  company: { name: 'Consultoria Órion & Filhos Ltda.', cnpj: '11222333000181' },
  account: accounts[bank] ?? account({}),
  number: 12,
  day: '2026-11-28',
  time: '093015',
})
function shownOf(bank: string, number: number): string {
  const rule = ruleOf(bank)
  const own = accounts[bank]
  if (!rule || !own) throw new Error(bank)
  return rule.number(own, String(number).padStart(rule.digits, '0')).shown
}

const orderOf = (bank: string, more: Partial<RemittanceOrder> = {}): RemittanceOrder => ({
  movement: '01',
  shown: shownOf(bank, 8),
  document: 'F-77',
  own: '4312',
  due_on: '2026-12-10',
  issued_on: '2026-11-20',
  cents: 30_000,
  fine: 2,
  interest: 1,
  discount: { cents: 1_500, until: '2026-12-05' },
  payer: {
    name: 'Águas & Açaí do Sertão Telecomunicações e Provimento de Acesso Ltda.',
    document: '11444777000161',
    address: 'Rua São João, 1.200, sala 3',
    district: 'Jardim São José dos Campos',
    zipcode: '12345678',
    city: 'São Luiz do Paraitinga',
    state: 'SP',
  },
  ...more,
})

const shownDiscount = (discount: BankTitle['discount']) => (discount ? `${discount.cents} ${discount.until}` : 'none')

/** What of an order its bank has read otherwise. */
function differences(bank: string, sent: RemittanceOrder, title: BankTitle): readonly string[] {
  const isNew = sent.movement === '01'
  const { interest, payer } = title
  const daily = (sent.cents * sent.interest) / 3_000
  const same: Readonly<Record<string, boolean>> = {
    movement: title.movement === sent.movement,
    number: title.shown === sent.shown,
    cents: title.cents === sent.cents,
    discount: shownDiscount(title.discount) === shownDiscount(isNew ? sent.discount : null),
    fine: (title.fine?.percent ?? 0) === (isNew ? sent.fine : 0),
    interest: !isNew
      ? interest === null
      : interest?.by === 'month'
        ? interest.amount / 100 === sent.interest
        : Math.abs((interest?.amount ?? 0) - daily) <= 0.51,
    // Itaú states no more of a known title than what identifies it.
    days: (!isNew && bank === '341') || (title.due_on === sent.due_on && title.issued_on === sent.issued_on),
    payer: payer ? bankText(sent.payer.name).startsWith(payer.name ?? '?') : bank === '033' && !isNew,
  }
  return Object.keys(same).filter(name => !same[name])
}

test('a remittance is written for each bank that numbers boletos here, and its return is read', () => {
  expect(remittingBanks.toSorted()).toEqual(slipBanks.toSorted())
  expect(returnBanks.toSorted()).toEqual(slipBanks.toSorted())
})

describe.each(remittingBanks)('a remittance of bank %s', bank => {
  const facts = factsOf(bank)

  test('says what was ordered in the columns of its manual', () => {
    const orders = [
      orderOf(bank),
      orderOf(bank, { shown: shownOf(bank, 9), fine: 0, interest: 0, discount: null, cents: 1 }),
      orderOf(bank, { shown: shownOf(bank, 10), movement: '02' }),
      orderOf(bank, { shown: shownOf(bank, 11), movement: '06', due_on: '2027-01-10' }),
    ]
    const { file, lot, titles } = readRemittance(writeRemittance(facts, orders))
    expect(file).toMatchObject({
      bank,
      made: '28112026',
      number: '000012',
      companyName: 'CONSULTORIA ORION & FILHOS LTD',
    })
    expect(Number(lot.number)).toBe(12)
    expect(titles.map(({ movement, shown, cents }) => [movement, shown, cents])).toEqual([
      ['01', shownOf(bank, 8), 30_000],
      ['01', shownOf(bank, 9), 1],
      ['02', shownOf(bank, 10), 30_000],
      ['06', shownOf(bank, 11), 30_000],
    ])
    const layout = remittanceLayoutOf(bank)
    const [whole, bare, cancelled, moved] = titles
    const byDay = layout?.late.by === 'day'
    expect(whole).toMatchObject({
      due_on: '2026-12-10',
      issued_on: '2026-11-20',
      document: 'F-77',
      own: '4312',
      discount: { cents: 1_500, until: '2026-12-05' },
      // One percent a month of 300 reais is ten cents a day.
      interest: { by: byDay ? 'day' : 'month', amount: byDay ? 10 : 100 },
      fine: { percent: 2 },
      payer: {
        payerType: '2',
        payer: '011444777000161',
        address: 'RUA SAO JOAO, 1.200, SALA 3',
        district: 'JARDIM SAO JOSE',
        zip: '12345',
        zipEnd: '678',
        city: 'SAO LUIZ DO PAR',
        state: 'SP',
      },
    })
    for (const from of [whole?.interest?.from, whole?.fine?.from])
      expect(from, 'the due day, or the day after it').toBe(['033', '756'].includes(bank) ? '2026-12-10' : '2026-12-11')
    expect('AGUAS & ACAI DO SERTAO TELECOMUNICACOES E PROVIMENTO').toContain(whole?.payer?.name)
    expect(bare).toMatchObject({ interest: null, discount: null, fine: null })
    for (const other of [cancelled, moved]) expect(other).toMatchObject({ interest: null, discount: null, fine: null })
    expect(moved?.due_on).toBe('2027-01-10')
  })

  test('of any bill is read back whole', () => {
    const day = fc.integer({ min: 0, max: 3_000 }).map(days => dayAfter('2026-11-28', days))
    const name = fc.oneof(
      fc.string({ minLength: 1, maxLength: 120 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      fc.constantFrom('Ação Ñandú Ltda. – “Filial” nº 3º', 'X'.repeat(200), 'É', '中文'),
    )
    const order = fc.record({
      movement: fc.constantFrom('01' as const, '02' as const, '06' as const),
      number: fc.integer({ min: 1, max: 9_999_999 }),
      cents: fc.oneof(fc.constantFrom(1, 9, 99, 100, mostCents), fc.integer({ min: 1, max: mostCents })),
      due_on: day,
      issued_on: day,
      fine: fc.integer({ min: 0, max: 9_999 }).map(n => n / 100),
      interest: fc.integer({ min: 0, max: 9_999 }).map(n => n / 100),
      discount: fc.option(fc.record({ cents: fc.integer({ min: 1, max: mostCents }), until: day })),
      name,
      address: name,
      document: fc.constantFrom('52998224725', '11444777000161', '12ABC34501DE35', ''),
    })
    fc.assert(
      fc.property(fc.array(order, { minLength: 1, maxLength: 12 }), made => {
        const orders = made.map(({ number, name: payer, address, document, ...each }) =>
          orderOf(bank, {
            ...each,
            shown: shownOf(bank, number),
            payer: { ...orderOf(bank).payer, name: payer, address, document },
          }),
        )
        const { titles } = readRemittance(writeRemittance(facts, orders))
        expect(titles).toHaveLength(orders.length)
        for (const [i, title] of titles.entries()) {
          const sent = orders[i]
          if (!sent) throw new Error('more titles than orders')
          expect(differences(bank, sent, title)).toEqual([])
        }
      }),
      { numRuns: 200 },
    )
  })

  test('is answered by a return that the reader here takes for the same boletos', () => {
    const orders = [orderOf(bank), orderOf(bank, { shown: shownOf(bank, 9), movement: '02' })]
    const { titles } = readRemittance(writeRemittance(facts, orders))
    const bytes = returnFile(
      titles.map(({ movement, shown, cents }) => ({
        shown,
        cents,
        movement: movement === '01' ? '02' : '09',
        paid_cents: 0,
        account: Number(facts.account.account).toString(),
      })),
      { bank, hasSums: true },
    )
    const read = readReturn(bytes)
    if (typeof read === 'string') throw new Error(read)
    expect(read.unread).toEqual([])
    expect(read.lines.map(({ shown, number, movement }) => [shown, number, movement])).toEqual([
      [shownOf(bank, 8), 8, '02'],
      [shownOf(bank, 9), 9, '09'],
    ])
  })

  test('is not written where a fact has no room', () => {
    expect(() => writeRemittance(facts, [orderOf(bank, { cents: 1_000_000_000_000_000 })])).toThrow(RangeError)
    expect(() => writeRemittance({ ...facts, number: 1_000_000 }, [orderOf(bank)])).toThrow(RangeError)
  })
})

test('the reader of the tests refuses a file with a wrong column, count or sum', () => {
  const text = writeRemittance(factsOf('756'), [orderOf('756'), orderOf('756', { shown: shownOf('756', 9) })]).toString(
    'latin1',
  )
  const lines = text.split('\r\n')
  const changed = (line: number, first: number, put: string) =>
    lines.map((each, i) => (i === line ? each.slice(0, first - 1) + put + each.slice(first - 1 + put.length) : each))
  const wrong: readonly (readonly string[])[] = [
    lines.toSpliced(3, 1),
    changed(1, 9, 'T'),
    changed(2, 9, '00002'),
    changed(2, 86, 'X'),
    changed(2, 100, '1'),
    changed(3, 34, 'a'),
    changed(3, 16, '02'),
    changed(8, 18, '000007'),
    changed(8, 24, '000003'),
    changed(9, 24, '000011'),
    changed(4, 240, 'X').map(each => each.trimEnd()),
  ]
  expect(() => readRemittance(Buffer.from(text, 'latin1'))).not.toThrow()
  for (const each of wrong) expect(() => readRemittance(Buffer.from(each.join('\r\n'), 'latin1'))).toThrow()
})

test('a bank without a layout has no remittance', () =>
  expect(() => writeRemittance(factsOf('999'), [])).toThrow('no remittance of bank 999'))
