import { expect, test } from 'vitest'
import { fold } from '#features/support/incoming-mail/fold.ts'
import { fitAddress, machineIn } from '#features/support/incoming-mail/read.ts'
import { seeded } from '#test/support/random.ts'

const answer = { answers: true, own: ['suporte@outorga.example'] }
const first = { ...answer, answers: false }
const words = (given: string) => given.split(/\s+/).filter(Boolean).toSorted()
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
    'Certo.\n\nDe: Ana\nEnviada em: terça-feira, 3 de novembro de 2026 10:12\nPara: Helena\nAssunto: Resposta\n\nVimos.',
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
  const folded = fold(text, answer)
  expect(folded.said).toBe(said)
  expect(folded.quoted.startsWith(below)).toBe(true)
  expect(words(`${folded.said} ${folded.quoted}`)).toEqual(words(text))
})

// What a person wrote, though it looks like something that programs write.
test.each([
  [
    'a list of whom and when',
    'Precisamos de um enlace:\nDe: torre do centro\nPara: torre da serra\nData: sexta\nPodem orçar?',
  ],
  ['two dashes between plans', 'Plano 1: 300 Mega\n--\nPlano 2: 600 Mega\n--\nPodem lançar?'],
  ['two dashes before a question', 'Seguem os planos.\n--\nPodem lançar?'],
  ['two dashes far above the end', `Seguem.\n--\n${Array.from({ length: 12 }, (_, n) => `Plano ${n}`).join('\n')}`],
  ['a sentence about a phone', 'Enviado do meu iPhone 12 com a tela quebrada, desculpe os erros.'],
  ['another sentence about a phone', 'Segue.\nEnviado pelo celular da Ana porque o meu parou'],
  ['an excerpt at the end', 'Recebemos isto da Anatel:\n> Prazo até sexta.\n> Respondam.'],
  [
    'what looks like an answer',
    `Obrigada.\n\nEm ter., 3 de nov. de 2026 às 10:12, Ana <ana@casa.example> escreveu:\n${quoted}`,
  ],
  ['our own line in a first mail', 'Vocês escrevem sempre\n— Responda acima desta linha —\nPor quê?'],
])('in a first mail %s stays', (_what, text) => expect(fold(text, first)).toEqual({ said: text, quoted: '' }))

test.each([
  ['a list of whom and when', 'Precisamos:\nDe: torre do centro\nPara: torre da serra\nData: sexta\nPodem orçar?'],
  ['a head without a subject', 'Veja:\nDe: Ana <ana@casa.example>\nPara: Zé\nData: hoje\nE agora?'],
  ['two dashes between plans', 'Plano 1: 300 Mega\n--\nPlano 2: 600 Mega\n--\nPodem lançar?'],
  ['a sentence about a phone', 'Certo.\nEnviado do meu iPhone 12 com a tela quebrada, desculpe os erros.'],
  ['an answer below a quote without attribution', `${quoted}\n\nE quando volta?`],
])('in an answer %s stays', (_what, text) => expect(fold(text, answer)).toEqual({ said: text, quoted: '' }))

const attribution = 'Em ter., 3 de nov. de 2026 às 10:12, Ana <ana@casa.example> escreveu:'
const ours =
  'Em terça-feira, 3 de novembro de 2026 às 10:12:33 BRT, Outorga <suporte+0123456789abcdef0123456789abcdef@outorga.example> escreveu:'
test.each([
  ['a signature under the quote', `Certo.\n\n${attribution}\n${quoted}\n\n-- \nHelena\nVale`, 'Certo.'],
  ['a phone under the quote', `Certo.\n\n${attribution}\n${quoted}\n\nEnviado do meu iPhone`, 'Certo.'],
  ['a short quote at the head', `${attribution}\n${quoted}\n\nCerto, pode mandar.`, 'Certo, pode mandar.'],
  [
    'a quote at the head and one at the end',
    `${attribution}\n${quoted}\n\nCerto.\n\n${attribution}\n${quoted}`,
    'Certo.',
  ],
  ['an unmarked quote of ours', `Certo.\n\n${ours}\n\nVimos o problema.\nMandamos alguém.`, 'Certo.'],
  ['a model of a phone', `Certo.\n\nEnviado do meu Galaxy A12`, 'Certo.'],
  ['a program of a phone', `Certo.\n\nObter o Outlook para Android`, 'Certo.'],
  ['a short signature', 'Certo.\n--\nHelena\nVale Águas', 'Certo.'],
  ['a long signature', `Certo.\n-- \n${Array.from({ length: 14 }, (_, n) => `Linha ${n}`).join('\n')}`, 'Certo.'],
])('of %s the quote goes below', (_what, text, said) => {
  const folded = fold(text, answer)
  expect(folded.said).toBe(said)
  expect(words(`${folded.said} ${folded.quoted}`)).toEqual(words(text))
})

test('of an unmarked quote of somebody else nothing is folded', () => {
  const text = `Certo.\n\n${attribution}\n\nVimos o problema.`
  expect(fold(text, answer)).toEqual({ said: text, quoted: '' })
})

test('of made texts no word is lost or doubled, and of a first mail only a signature is folded', () => {
  const random = seeded(5_322)
  const pieces = ['Certo.', 'Podem orçar?', quoted, attribution, ours, '--', '-- ', '', 'De: Ana <ana@casa.example>', 'Assunto: Re', 'Enviado do meu iPhone', 'Plano 1', '-----Mensagem original-----', '________________', '> > velho'] // prettier-ignore
  for (let n = 0; n < 3_000; n++) {
    const text = Array.from(
      { length: 1 + Math.floor(random() * 14) },
      () => pieces[Math.floor(random() * pieces.length)],
    ).join('\n')
    for (const context of [answer, first]) {
      const { said, quoted: below } = fold(text, context)
      expect(words(`${said} ${below}`.replaceAll('[…]', ''))).toEqual(words(text))
    }
    const { quoted: below } = fold(text, first)
    expect(below === '' || /^(?:-- ?(?:\n|$)|Enviado do meu iPhone)/.test(below)).toBe(true)
  }
})

test('a long quote in the middle goes below, and a line says so', () => {
  const long = Array.from({ length: 12 }, (_, n) => `> linha ${n}`).join('\n')
  expect(fold(`Sobre isto:\n${long}\nnão concordo.`, answer)).toEqual({
    said: 'Sobre isto:\n[…]\nnão concordo.',
    quoted: long,
  })
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
