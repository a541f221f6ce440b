import { expect, test } from 'vitest'
import { serviceCents, serviceValueInWords } from '#features/billing/bills/bill/service-value.ts'

const bill = { value: 300, discount: null, discount_until: null, fees: null, tariff: null, traffic_ticket: null }
const plain = (words: readonly string[]) => words.map(each => each.replaceAll('\u00a0', ' '))

test.each([
  [bill, 30_000, []],
  [{ ...bill, discount: 20 }, 28_000, ['A nota é de R$ 280,00: o desconto de R$ 20,00 já está abatido.']],
  [
    { ...bill, discount: 20, discount_until: '2026-12-05' },
    30_000,
    ['O desconto de R$ 20,00, só para quem paga até 05/12/2026, não diminui o valor da nota.'],
  ],
  [
    { ...bill, fees: 1.5, tariff: 2, traffic_ticket: 3 },
    30_000,
    [
      'Não são preço do serviço, e ficam fora da nota: juros e multa de R$ 1,50, tarifa de R$ 2,00 e custas de R$ 3,00.',
    ],
  ],
])('the service of %o', (given, cents, words) => {
  expect(serviceCents(given)).toBe(cents)
  expect(plain(serviceValueInWords(given))).toEqual(words)
})
