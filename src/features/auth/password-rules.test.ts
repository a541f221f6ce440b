import { expect, test } from 'vitest'
import { passwordErrors } from '#features/auth/password-rules.ts'

const context = { product: 'Outorga', email: 'joao.conceicao@provedor.com.br', name: 'João da Conceição' }

test.each([
  'curta',
  'onze letras',
  'a'.repeat(201),
  '123456789012',
  'outorga-outorga',
  'Conceição2026!',
  'joao.conceicao@provedor',
  'OUTORGA123456',
])('the password %s is refused, with the reason', password => {
  expect(passwordErrors(password, context)).toEqual([expect.stringMatching(/\.$/)])
})

test.each(['quatro cavalos no telhado', 'a outorga chega na quarta-feira', 'Zx9!kQ2#mV7$'])(
  'the password %s is accepted',
  password => {
    expect(passwordErrors(password, context)).toEqual([])
  },
)

test('a short name in common words does not spoil a password', () => {
  expect(passwordErrors('amanhã vai chover muito', { ...context, name: 'Ana Vaz' })).toEqual([])
})
