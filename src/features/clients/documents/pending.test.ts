import { expect, test } from 'vitest'
import { pendingOf, type PaperRule, type Held } from './pending.ts'

const type = (id: number, name: string, required = true, warn_days = 30): PaperRule => ({
  id,
  uuid: `u${id}`,
  name,
  required,
  warn_days,
})
const paper = (document_type_id: number | null, valid_until: string | null): Held => ({ document_type_id, valid_until })
const told = (asked: readonly PaperRule[], held: readonly Held[]) =>
  pendingOf(asked, held, '2026-11-21').map(({ document_type, state }) => `${document_type.name} ${state}`)

test('what is required and not there is missing; what is not required is not', () => {
  expect(told([type(1, 'Procuração'), type(2, 'ART', false)], [])).toEqual(['Procuração faltando'])
  expect(told([type(1, 'Procuração')], [paper(null, null), paper(2, null)])).toEqual(['Procuração faltando'])
})

test('the day it ends is still good, and the day after is past', () => {
  const asked = [type(1, 'Procuração', true, 0)]
  expect(told(asked, [paper(1, '2026-11-21')])).toEqual(['Procuração a-vencer'])
  expect(told(asked, [paper(1, '2026-11-20')])).toEqual(['Procuração vencido'])
  expect(told(asked, [paper(1, '2026-11-22')])).toEqual([])
})

test('it is told as many days before as the type says, across months', () => {
  const asked = [type(1, 'Procuração', false, 10)]
  expect(told(asked, [paper(1, '2026-12-01')])).toEqual(['Procuração a-vencer'])
  expect(told(asked, [paper(1, '2026-12-02')])).toEqual([])
})

test('of several papers of a type the longest lived counts, and one without an end is for ever', () => {
  const asked = [type(1, 'Procuração')]
  expect(told(asked, [paper(1, '2020-01-01'), paper(1, '2030-01-01')])).toEqual([])
  expect(told(asked, [paper(1, '2020-01-01'), paper(1, null)])).toEqual([])
})

test('the gravest comes first, then what ends sooner, then the name', () => {
  const asked = [type(1, 'Contrato'), type(2, 'Alvará'), type(3, 'Procuração'), type(4, 'ART'), type(5, 'CNH')]
  const held = [paper(1, '2026-12-10'), paper(3, '2026-10-01'), paper(4, '2026-12-01')]
  expect(told(asked, held)).toEqual([
    'Alvará faltando',
    'CNH faltando',
    'Procuração vencido',
    'ART a-vencer',
    'Contrato a-vencer',
  ])
})
