import { expect, test } from 'vitest'
import { masked, maskedValue, secretNameIn } from '#parts/integration/mask.ts'

const canary = 'canario7f3kQz'
const long = 'QUJD'.repeat(80)

test.each([
  `Authorization: Bearer ${canary}`,
  `authorization=Basic ${canary}==`,
  `{"apikey":"${canary}"}`,
  `{"access_token": "${canary}", "expires_in": 300}`,
  String.raw`{"body":"{\"client_secret\":\"${canary}\"}"}`,
  `{"password":"a\\"${canary}"}`,
  `/oauth?grant=x&access_token=${canary}&page=2`,
  `x-api-key: ${canary}`,
  `senha=${canary}`,
  `<wsse:Password Type="x">${canary}</wsse:Password>`,
  `<X509Certificate>${canary}</X509Certificate>`,
  `https://ana:${canary}@casa.example/nota`,
  `pfx: ${canary}`,
  `-----BEGIN PRIVATE KEY-----\n${canary}\n-----END PRIVATE KEY-----`,
  `-----BEGIN CERTIFICATE-----\n${canary}`,
  `eyJhbGciOi.${canary}.${canary}`,
  `o certificado é ${long}${canary}`,
])('no secret is left of %s', text => {
  expect(masked(text)).not.toContain(canary)
  expect(masked(masked(text))).toBe(masked(text))
})

test.each([
  ['a.', 25_000],
  ['token', 10_000],
  ['"token', 8_000],
  ['\\"token', 8_000],
  ['<token>', 8_000],
  ['<token ', 8_000],
  ['</token', 8_000],
  ['eyJaaaaaa-', 5_000],
  ['//a::::::', 5_000],
  ['//a:b', 10_000],
  [':', 50_000],
  ['bearer ', 7_000],
  ['authorization:\n', 3_000],
  ['-----BEGIN ', 5_000],
  ['-----END ', 5_000],
  ['a ', 25_000],
  [' ', 50_000],
  ['1', 50_000],
  ['"token":"\\', 5_000],
])('fifty thousand characters of %j are read in a moment', (piece, times) => {
  const text = piece.repeat(times)
  const tries = Array.from({ length: 3 }, () => {
    const began = performance.now()
    masked(text)
    return performance.now() - began
  })
  expect(Math.min(...tries)).toBeLessThan(50)
})

test('a text is cut before it is read, and no half of a secret is left at the cut', () => {
  for (let before = 950; before < 1_520; before += 7) {
    const cut = masked(`${'x '.repeat(before / 2)}${`${canary}QUJD`.repeat(60)}`, 1_000)
    expect(cut.length).toBeLessThanOrEqual(1_000)
    expect(cut).not.toContain(canary)
  }
  expect(masked(`<token>${canary} ${'x '.repeat(5_000)}</token>`, 500)).not.toContain(canary)
})

test('what is no secret stays as it is, and the CPF of a person is told in its middle alone', () => {
  for (const text of [
    'viacep.com.br: não respondeu a tempo.',
    '/office/11222333000181',
    '{"valor":10.5,"descricao":"Consultoria de outubro"}',
    'A nota 2024/118 foi autorizada às 10:32.',
  ])
    expect(masked(text)).toBe(text)
  expect(masked('tomador 529.982.247-25')).toBe('tomador ***.982.247-**')
  expect(masked('{"cpf":"52998224725"}')).toBe('{"cpf":"***982247**"}')
  // Eleven digits that are none: a fistel, a telephone.
  expect(masked('fistel 50400000001')).toBe('fistel 50400000001')
})

test('values are masked by the names of their keys, however deep, and shape stays', () => {
  expect(
    maskedValue({
      nota: [{ api_key: canary, Senha: { valor: canary }, ok: true, token: null }],
      n: 1,
      texto: `senha=${canary}`,
    }),
  ).toEqual({ nota: [{ api_key: '•••', Senha: '•••', ok: true, token: null }], n: 1, texto: 'senha=•••' })
})

test('a secret in what is to be kept is named', () => {
  expect(secretNameIn({ a: [{ b: { access_token: canary } }] })).toBe('access_token')
  expect(secretNameIn({ valor: 1, itens: [{ nome: 'x' }], token: '' })).toBeNull()
})
