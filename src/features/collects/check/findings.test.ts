import { expect, test } from 'vitest'
import { findingsOf, type Evidence } from '#features/collects/check/findings.ts'
import type { Collect } from '#features/collects/collects.ts'

const ref = (id: number, name: string) => ({ id, uuid: '', name })
const place = (state: string, amount: number): Collect['locations'][number] => ({
  id: 1,
  uuid: '',
  state,
  city_id: 1,
  city: ref(1, `Cidade/${state}`),
  accesses: [
    {
      id: 1,
      uuid: '',
      client_type: ref(1, 'Pessoa física'),
      client_type_id: 1,
      attendance_type: null,
      attendance_type_id: null,
      attendance_middle: ref(1, 'Fibra'),
      attendance_middle_id: 1,
      product_type: null,
      product_type_id: null,
      technology_type: null,
      technology_type_id: null,
      speed: null,
      amount,
    },
  ],
})
const money = (state: string, gross_billing: number) => ({ state, gross_billing })
interface Said {
  readonly locations: Collect['locations']
  readonly finances?: readonly ReturnType<typeof money>[]
}
const coleta = ({ locations, finances = [] }: Said): Collect =>
  Object.assign(Object.create(null), { year: 2026, month: 6, zeroed: false, locations, finances })

const judge = (said: Said, more: Partial<Evidence> = {}) =>
  findingsOf({
    collect: coleta(said),
    before: null,
    unwritable: null,
    notes: [],
    threshold: 30,
    sameSince: { year: 2026, month: 6 },
    patience: 6,
    ...more,
  })
const messages = (...asked: Parameters<typeof judge>) =>
  judge(...asked).map(({ severity, message }) => `${severity}: ${message}`)

test('accesses that stood still too long are doubted, and fewer months are not', () => {
  const said = { locations: [place('BA', 90)] }
  const still = (month: number, year = 2026) => messages(said, { sameSince: { year, month } })
  expect(still(1)).toContain('atencao: Sem mudança há 6 meses: os mesmos acessos desde jan/2026.')
  expect(still(8, 2025)).toContain('atencao: Sem mudança há 11 meses: os mesmos acessos desde ago/2025.')
  expect(still(2).join()).not.toContain('Sem mudança')
  expect(messages({ locations: [place('BA', 0)] }, { sameSince: { year: 2025, month: 1 } }).join()).not.toContain(
    'Sem mudança',
  )
})

test('money without accesses and accesses without money are told, once there is money at all', () => {
  const locations = [place('BA', 90), place('MG', 3)]
  expect(messages({ locations, finances: [money('BA', 100), money('SP', 10), money('RJ', 0)] })).toEqual(
    expect.arrayContaining([
      'dica: Há faturamento em SP e nenhum acesso.',
      'dica: Há acessos em MG e nenhum faturamento.',
    ]),
  )
  expect(messages({ locations }).join()).not.toContain('nenhum faturamento')
})

test('how much is too much is the threshold given', () => {
  const before = coleta({ locations: [place('BA', 100)] })
  const jumped = (threshold: number) =>
    judge({ locations: [place('BA', 150)] }, { before, threshold }).some(({ key }) => key.startsWith('total:'))
  expect([jumped(30), jumped(49.9), jumped(50), jumped(60)]).toEqual([true, true, false, false])
})
