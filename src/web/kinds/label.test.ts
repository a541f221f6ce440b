import { expect, test } from 'vitest'
import { flag, text, words } from '#kernel/field.ts'
import { marksRequired } from '#web/kinds/label.tsx'

const must = text('Nome', { required: true })
const may = text('Apelido')

test('a form marks what must be filled in where most may be left empty, and what may be where most must', () => {
  expect(marksRequired([must, may, may])).toBe(true)
  expect(marksRequired([must, may])).toBe(false)
  expect(marksRequired([must, must, may])).toBe(false)
  // A flag is never empty.
  expect(marksRequired([must, flag('Ativo'), flag('VIP')])).toBe(false)
})

test('a list of words may be left empty, though its field is required to be a list', () => {
  expect(marksRequired([must, words('Marcas'), may])).toBe(true)
})
