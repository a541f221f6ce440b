import { expect, test } from 'vitest'
import { fold } from '#features/incoming/fold.ts'
import { fitAddress, machineIn } from '#features/incoming/read.ts'

const quoted = '> Olá.\n> Vimos o problema.'
test.each([
  ['a plain answer', 'Obrigada.', '', 'Obrigada.'],
  [
    'Gmail',
    `Obrigada.\n\nEm ter., 3 de nov. de 2026 às 10:12, Ana <ana@casa.example> escreveu:\n\n${quoted}`,
    'Em ter.',
    'Obrigada.',
  ],
  [
    'Gmail in three lines',
    `Obrigada.\nEm ter., 3 de nov. de 2026\nàs 10:12, Ana\n<ana@casa.example> escreveu:\n${quoted}`,
    'Em ter.',
    'Obrigada.',
  ],
  [
    'in English',
    `Thanks.\n\nOn Tue, Nov 3, 2026 at 10:12 Ana <ana@casa.example> wrote:\n${quoted}`,
    'On Tue',
    'Thanks.',
  ],
  [
    'Outlook',
    'Certo.\n\n________________________________\nDe: Ana <ana@casa.example>\nEnviado: terça-feira\nPara: Helena\nAssunto: Resposta\n\nVimos.',
    '____',
    'Certo.',
  ],
  [
    'Outlook without a rule',
    'Certo.\n\nDe: Ana\nEnviada em: terça\nPara: Helena\nAssunto: Resposta\n\nVimos.',
    'De: Ana',
    'Certo.',
  ],
  ['our own line', 'Certo.\n\n— Responda acima desta linha —\nOlá, Helena.', '— Responda', 'Certo.'],
  ['a signature', 'Certo.\n-- \nHelena\nVale Águas', '--', 'Certo.'],
  ['a phone', `Certo.\n\nEnviado do meu iPhone\n\n${quoted}`, 'Enviado do meu iPhone', 'Certo.'],
  ['an answer under the quote', `${quoted}\n\nE quando volta?`, '', `${quoted}\n\nE quando volta?`],
  [
    'a forward',
    'Veja.\n---------- Forwarded message ---------\nDe: Zé\nData: hoje\nPara: eu\n\nTexto.',
    '',
    'Veja.\n---------- Forwarded message ---------\nDe: Zé\nData: hoje\nPara: eu\n\nTexto.',
  ],
  ['a word that begins as a header', 'De: quem é a conta?\nMande hoje.', '', 'De: quem é a conta?\nMande hoje.'],
  ['nothing but a quote', quoted, '> Olá.', ''],
])('of %s, what is said stands above, and nothing is lost', (_name, text, below, said) => {
  const folded = fold(text)
  expect(folded.said).toBe(said)
  expect(folded.quoted.startsWith(below)).toBe(true)
  const words = (given: string) => given.split(/\s+/).filter(Boolean).toSorted()
  expect(words(`${folded.said} ${folded.quoted}`)).toEqual(words(text))
})

test('a long quote in the middle goes below, and a line says so', () => {
  const long = Array.from({ length: 12 }, (_, n) => `> linha ${n}`).join('\n')
  expect(fold(`Sobre isto:\n${long}\nnão concordo.`)).toEqual({ said: 'Sobre isto:\n[…]\nnão concordo.', quoted: long })
})

test('what is meant for machines, or says no, is no machine', () => {
  const of = (name: string, value: string) => machineIn([{ name, value }], ['ana@casa.example'])
  expect([
    of('auto-submitted', 'no'),
    of('auto-submitted', 'no; x=1'),
    of('precedence', 'first-class'),
    of('x-auto-response-suppress', 'DR'),
  ]).toEqual([null, null, null, null])
  expect(of('auto-submitted', 'auto-notified')?.why).toContain('automática')
})

test('an address is one, or none', () => {
  expect(['Ana@Casa.Example ', 'a@b@c', 'a b@c.example', '<a@c.example>', '', undefined].map(fitAddress)).toEqual([
    'ana@casa.example',
    null,
    null,
    null,
    null,
    null,
  ])
})
