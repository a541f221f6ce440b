import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  answerKey,
  asking,
  gateActs,
  gateKinds,
  gatePointsOf,
  stopping,
  type GateFacts,
} from '#features/regulatory/collects/gate/gate.ts'

const quiet: GateFacts = {
  act: 'finalizar',
  period: { year: 2026, month: 11 },
  today: '2026-12-01',
  origin: { kind: 'digitados', of: null, confirmed: null },
  questions: { count: 0, names: [] },
  followUps: [],
  findings: [],
  receipt: null,
  error: null,
  awaited: null,
  answers: [],
}
const said = (more: Partial<GateFacts>, strict: Parameters<typeof gatePointsOf>[1] = []) =>
  gatePointsOf({ ...quiet, ...more }, strict).map(({ weight, kind, text }) => [weight, kind, text])

test('of a coleta with nothing to say nothing is said', () => {
  for (const act of ['finalizar', 'enviar', 'processada'] as const) expect(said({ act })).toEqual([])
})

test('the last day of a month is still the month, and a copy is told in the same breath', () => {
  expect(said({ today: '2026-11-30' })).toEqual([
    ['asks', 'mes', 'nov/2026 só termina em 30/11/2026. Até lá os números podem mudar.'],
  ])
  const origin = { kind: 'copiados', of: 'out/2026', confirmed: null } as const
  expect(said({ today: '2026-11-26', origin, act: 'enviar' })).toEqual([
    [
      'asks',
      'mes',
      'nov/2026 só termina em 30/11/2026, e os números são todos cópia de out/2026. O envio seria registrado antes do fim do mês.',
    ],
    ['tells', 'origem', 'Os números são cópia de out/2026, e ninguém do cliente os confirmou.'],
  ])
  expect(said({ origin: { ...origin, confirmed: 'Ana' } })).toEqual([
    ['tells', 'origem', 'Cópia de out/2026, confirmada por Ana.'],
  ])
})

test('a refusal on paper stops, whatever is set, and only where something is said to be processed', () => {
  const receipt = { verdict: 'recusada', name: 'recibo.pdf', words: 'Arquivo recusado' } as const
  expect(said({ receipt })).toEqual([])
  expect(said({ receipt, act: 'processada' })).toEqual([
    ['stops', 'recibo', 'O recibo recibo.pdf diz que a Anatel recusou o arquivo: “Arquivo recusado”.'],
  ])
  const part = { ...receipt, verdict: 'parte' } as const
  expect(said({ receipt: part, act: 'processada' }).map(([weight]) => weight)).toEqual(['asks'])
  expect(said({ receipt: part, act: 'processada' }, ['recibo']).map(([weight]) => weight)).toEqual(['stops'])
})

test('a question stops, a follow-up and who is awaited ask, each by itself', () => {
  const facts = {
    questions: { count: 2, names: ['Por que caiu?', 'Qual a velocidade?'] },
    followUps: ['Confirmar a base', 'Ligar'],
    awaited: 'Canavial Net',
  }
  expect(said(facts)).toEqual([
    ['stops', 'perguntas', '2 perguntas ao cliente em aberto: Por que caiu?; Qual a velocidade?'],
    ['asks', 'aguarda', 'Canavial Net ainda não entregou esta coleta.'],
    ['asks', 'acompanhar', 'A acompanhar: Confirmar a base'],
    ['asks', 'acompanhar', 'A acompanhar: Ligar'],
  ])
  expect(said({ ...facts, act: 'processada' }).map(([weight, kind]) => [weight, kind])).toEqual([
    ['asks', 'perguntas'],
    ['tells', 'acompanhar'],
    ['tells', 'acompanhar'],
  ])
})

test('what was answered in the same words is told with its reason; other words ask again', () => {
  const answer = { name: 'Bia', reason: 'Combinado', at: '2026-11-26T12:00:00Z' }
  const text = 'A acompanhar: Ligar'
  const answers = [{ ...answer, finding: answerKey('acompanhar'), message: text }]
  expect(gatePointsOf({ ...quiet, followUps: ['Ligar', 'Escrever'], answers })).toMatchObject([
    { weight: 'asks', text: 'A acompanhar: Escrever', answered: null },
    { weight: 'tells', text, answered: answer },
  ])
  expect(said({ followUps: ['Ligar'], answers }, ['acompanhar'])).toEqual([['stops', 'acompanhar', text]])
})

test('no setting makes a point milder, no text is longer than what is kept, and the gravest come first', () => {
  const facts = fc.record<GateFacts>({
    act: fc.constantFrom('finalizar', 'enviar', 'processada'),
    period: fc.constant(quiet.period),
    today: fc.constantFrom('2026-11-30', '2026-12-01', '2026-10-31'),
    origin: fc.constantFrom<GateFacts['origin']>(quiet.origin, { kind: 'copiados', of: 'out/2026', confirmed: null }),
    questions: fc.record({ count: fc.nat(3), names: fc.array(fc.string({ maxLength: 600 }), { maxLength: 3 }) }),
    followUps: fc.array(fc.string({ maxLength: 600 }), { maxLength: 3 }),
    findings: fc.constantFrom<GateFacts['findings']>(
      [],
      [{ key: 'vazia', severity: 'impede', field: 'locations', message: 'Vazia.', acknowledged: null }],
    ),
    receipt: fc.constantFrom<GateFacts['receipt']>(null, { verdict: 'duvida', name: 'r.pdf', words: '' }),
    error: fc.option(fc.string({ maxLength: 2_000 })),
    awaited: fc.option(fc.string({ maxLength: 255 })),
    answers: fc.constant([]),
  })
  fc.assert(
    fc.property(facts, fc.subarray([...gateKinds]), (given, strict) => {
      const [mild, hard] = [gatePointsOf(given), gatePointsOf(given, strict)]
      expect(hard).toHaveLength(mild.length)
      expect(stopping(hard).length).toBe(
        stopping(mild).length + asking(mild).filter(({ kind }) => strict.includes(kind)).length,
      )
      expect(mild.every(({ text }) => text.length <= 500)).toBe(true)
      const weights = hard.map(({ weight }) => ['stops', 'asks', 'tells'].indexOf(weight))
      expect(weights).toEqual(weights.toSorted())
      expect(mild.some(({ kind, weight }) => kind === 'mes' && weight === 'asks')).toBe(given.today <= '2026-11-30')
    }),
  )
  expect(Object.keys(gateActs)).toEqual(['finalizar', 'enviar', 'processada'])
})
