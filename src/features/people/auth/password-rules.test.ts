import { expect, test } from 'vitest'
import { passwordErrors } from '#features/people/auth/password-rules.ts'

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
])('the password %s is refused, with the reason', async password => {
  expect(await passwordErrors(password, context)).toEqual([expect.stringMatching(/\.$/)])
})

test.each([
  ['flamengo2024', /das mais usadas/],
  ['Fl@meng02024', /das mais usadas/],
  ['iloveyou1234', /das mais usadas/],
  ['letmein12345', /das mais usadas/],
  ['meuamor12345', /das mais usadas/],
  ['demonstracao-2026', /das mais usadas/],
  ['Demonstração-2026', /das mais usadas/],
  ['vascodagama1', /das mais usadas/],
  ['palmeiras2025', /das mais usadas/],
  ['mariaeduarda1', /das mais usadas/],
  ['saopaulo2026!', /das mais usadas/],
  ['fevereiro2026', /das mais usadas/],
  ['segunda-feira1', /das mais usadas/],
  ['senhasegura1', /das mais usadas/],
  ['1qaz2wsx3edc', /das mais usadas/],
  ['q1w2e3r4t5y6', /das mais usadas/],
  ['1a2b3c4d5e6f', /das mais usadas/],
  ['qazwsxedcrfv', /das mais usadas/],
  ['asdfghjklqwe', /teclas vizinhas/],
  ['qwert12345yuiop', /teclas vizinhas/],
  ['abcdefghijkl', /é uma sequência/],
  ['zyxwvutsrqponm', /é uma sequência/],
  ['trustno1trustno1', /repete o mesmo pedaço/],
  ['amoraamora12', /repete o mesmo pedaço/],
  ['familia202020', /repete o mesmo pedaço/],
])('what people choose first is refused, told why: %s', async (password, why) => {
  expect(await passwordErrors(password, context)).toEqual([expect.stringMatching(why)])
})

test.each([
  'quatro cavalos no telhado',
  'a outorga chega na quarta-feira',
  'bicicleta amarela torta',
  'tijolo pardal canoa',
  'nova senha do provedor 77',
  'Zx9!kQ2#mV7$',
])('the password %s is accepted', async password => {
  expect(await passwordErrors(password, context)).toEqual([])
})

test('a short name in common words does not spoil a password', async () => {
  expect(await passwordErrors('amanhã vai chover muito', { ...context, name: 'Ana Vaz' })).toEqual([])
})

test.each(['4@$5!1|0', 'a1b2c3d4', 'jZ8vQ1nX5wLp4R2tYb7', '1!|1!|lI1!'])(
  'the longest password made of %s is judged in less time than a request has',
  async part => {
    const password = part.repeat(200).slice(0, 200)
    await passwordErrors('quatro cavalos no telhado', context)
    const start = performance.now()
    await passwordErrors(password, context)
    expect(performance.now() - start).toBeLessThan(3_000)
  },
)
