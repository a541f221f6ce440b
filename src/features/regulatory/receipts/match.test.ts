import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KnownColeta, ReceiptWorld } from '#features/regulatory/receipts/known.ts'
import { judge } from '#features/regulatory/receipts/match.ts'
import { emptyReading, type ReceiptReading } from '#parts/receipt/read.ts'

const uuid = fc.uuid()
const clients = fc.array(fc.record({ id: fc.constantFrom(1, 1, 2), uuid }), { minLength: 1, maxLength: 2 })
const coleta: fc.Arbitrary<KnownColeta> = fc.record({
  client_id: fc.constantFrom(1, 1, 1, 2),
  uuid,
  period: fc.constantFrom('2026-10', '2026-10', '2026-09'),
  fistel: fc.constantFrom('1', '2'),
  service: fc.constant('SCM'),
  term: fc.constantFrom('045', '171'),
  step: fc.constantFrom('em-aberto', 'finalizado', 'enviada', 'enviada', 'processada', 'com-erro', 'dispensada'),
  receipts: fc.constantFrom(0, 0, 1),
  rows: fc.constantFrom(null, 120, 118),
})
const reading: fc.Arbitrary<ReceiptReading> = fc.record({
  cnpjs: fc.constant(['11222333000181']),
  fistels: fc.subarray(['1', '2', '9']),
  periods: fc.constantFrom(['2026-10'], ['2026-10', '2026'], ['2026-09', '2026-10'], []),
  kinds: fc.constantFrom<ReceiptReading['kinds'][]>(['acessos'], ['acessos'], ['acessos', 'fust'], []),
  services: fc.subarray(['045', '171']),
  protocols: fc.constant([]),
  dates: fc.constant([]),
  day: fc.constant(null),
  wrong: fc.constant(emptyReading.wrong),
  outcome: fc.record({
    verdict: fc.constantFrom('aceito', 'aceito', 'aceito', 'recebido', 'recebido', 'recusado', 'parcial', 'incerto'),
    words: fc.constant('as palavras'),
    doubt: fc.constant(null),
    rows: fc.record({
      filed: fc.constantFrom(null, null, null, 120),
      refused: fc.constant(null),
      lines: fc.constant([]),
    }),
    reasons: fc.constant([]),
  }),
  words: fc.constant(''),
})

test('whatever is read and known, a coleta is settled only where nothing else could be meant', () => {
  let acts = 0
  fc.assert(
    fc.property(reading, clients, fc.array(coleta, { maxLength: 4 }), fc.boolean(), (read, found, coletas, recibo) => {
      const world: ReceiptWorld = {
        clients: found.map(each => ({ ...each, name: `C${each.id}`, document: '11222333000181', fistels: ['1', '2'] })),
        kin: [],
        byFistel: [],
        coletas,
        duties: [],
        tasks: [],
        may: { recibo, erro: true, enviar: true, concluir: true, reabrir: true, tarefa: true },
      }
      const { act } = judge(read, world)
      if (!act || act.kind !== 'coleta') return
      acts++
      const months = read.periods.filter(each => each.length === 7)
      const meant = coletas.filter(
        each =>
          each.client_id === found[0]?.id &&
          each.period === months[0] &&
          each.step !== 'dispensada' &&
          (read.fistels.every(fistel => fistel === '9') || read.fistels.includes(each.fistel)) &&
          (!read.services.length || read.services.includes(each.term ?? '')),
      )
      expect([found.length, months.length, read.kinds, meant.length, recibo]).toEqual([1, 1, ['acessos'], 1, true])
      expect(meant[0]).toMatchObject({ uuid: act.coleta, receipts: 0 })
      expect(['enviada', 'processada']).toContain(meant[0]?.step)
      expect(['aceito', 'recebido']).toContain(read.outcome.verdict)
      expect([null, meant[0]?.rows ?? null]).toContain(meant[0]?.rows === null ? null : read.outcome.rows.filed)
    }),
    { numRuns: 20_000 },
  )
  expect(acts).toBeGreaterThan(20)
})

test('what has no text, or none of it known, settles nothing', () => {
  const world: ReceiptWorld = {
    clients: [],
    kin: [],
    byFistel: [],
    coletas: [],
    duties: [],
    tasks: [],
    may: { recibo: true, erro: true, enviar: true, concluir: true, reabrir: true, tarefa: true },
  }
  expect(judge(null, world)).toMatchObject({ act: null, why: expect.stringContaining('Sem texto') })
  expect(judge(emptyReading, world)).toEqual({ act: null, why: 'Nenhum CNPJ no texto.', proposals: [] })
})
