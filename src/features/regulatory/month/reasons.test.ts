import { expect, test } from 'vitest'
import { byReason } from '#features/regulatory/month/reasons.ts'

test('rows of one reason are one group, in the order of the first of each', () => {
  const row = (name: string, ...reasons: readonly string[]) => ({ name, reasons })
  const groups = byReason([
    row('Alfa', 'Não terminou.', 'É cópia.'),
    row('Beta', 'Está vazia.'),
    row('Gama', 'Não terminou.', 'É cópia.'),
  ])
  expect(groups.map(({ reason, rows }) => [reason, rows.map(({ name }) => name)])).toEqual([
    ['Não terminou. É cópia.', ['Alfa', 'Gama']],
    ['Está vazia.', ['Beta']],
  ])
})
