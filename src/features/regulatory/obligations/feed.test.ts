import { expect, test } from 'vitest'
import { dutiesBetween } from '#features/regulatory/obligations/duties.ts'
import { eventOf } from '#features/regulatory/obligations/feed.ts'
import { rules } from '#features/regulatory/obligations/rules.ts'
import type { ObligationItem } from '#features/regulatory/obligations/standing.ts'

const [fust, files] = dutiesBetween(rules, '2026-11-01', '2026-11-20')
const item = (name: string, situation: ObligationItem['situation']): ObligationItem => ({
  client: { id: name.length, uuid: name, name },
  empresa: null,
  fistel: null,
  lapsed: null,
  situation,
  done_on: null,
  by: null,
  note: null,
  collect: null,
})
const event = (duty: typeof fust, items: readonly ObligationItem[]) => {
  if (!duty) throw new Error('no duty')
  return eventOf({ duty, items }, { at: 'https://outorga.exemplo.com.br/casa', owner: 'u-1' })
}

test('a duty of many tells how many are done, and who is not', () => {
  expect(event(files, [item('Vale', 'feita'), item('Serra Azul', 'a-fazer')])).toEqual({
    uid: 'acessos-2026-10-u-1@outorga.exemplo.com.br',
    day: '2026-11-15',
    summary: 'Arquivo mensal de acessos, out/2026 (1 de 2)',
    description: [
      'A fazer: Serra Azul.',
      'Cai em domingo, e nenhuma regra muda o dia.',
      'Prazo interno: 12/11/2026.',
      'Base: Resolução 712/2019; Despacho Decisório 16/2020/SUE.',
    ].join('\n'),
    url: 'https://outorga.exemplo.com.br/casa/obrigacoes?mes=2026-11',
    alarm: { day: '2026-11-12', says: 'Arquivo mensal de acessos, out/2026' },
  })
})

test('what is done says so and rings no more; without a day of the house, the alarm is the day before', () => {
  const done = event(fust, [item('Vale', 'feita'), item('Serra Azul', 'dispensada')])
  expect(done.summary).toBe('Feito: FUST: declaração no SFUST e pagamento, out/2026')
  expect(done).not.toHaveProperty('alarm')
  expect(event(fust, [item('Vale', 'a-fazer')])).toMatchObject({
    summary: 'FUST: declaração no SFUST e pagamento, out/2026',
    alarm: { day: '2026-11-09' },
  })
})

test('of hundreds only some are named', () => {
  const many = Array.from({ length: 300 }, (_, i) => item('x'.repeat(i + 1), 'a-fazer'))
  expect(event(fust, many).description).toContain('e mais 280 clientes.')
})
