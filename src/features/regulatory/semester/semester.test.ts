import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ufs } from '#kernel/brasil.ts'
import { economicFileName, readEconomic, writeEconomic, writeValue } from '#features/regulatory/anatel/economic-file.ts'
import { economicLayoutAt, economicLayouts } from '#features/regulatory/anatel/economic-layout.ts'
import {
  economicOf,
  type EconomicLine,
  type Owing,
  type SemesterCollect,
} from '#features/regulatory/semester/semester.ts'
import { lastSemester, quartersOf, semesterAfter, semesterBefore, windowOf } from '#parts/period/semester.ts'

const of = { year: 2026, semester: 1 } as const
const own = { ...of, cnpj: '11767820000120', cn: '0' }
const after = '2026-07-20'
const line = (more: Partial<EconomicLine> = {}): EconomicLine => ({
  state: 'BA',
  net_billing: 1_000,
  investiment: 10,
  download_traffic: 500,
  upload_traffic: 50.5,
  ...more,
})
const told = (month: number, more: Partial<SemesterCollect> = {}): SemesterCollect => ({
  year: 2026,
  month,
  uuid: `uuid-${month}`,
  fistel: '50412345668',
  service: 'SCM',
  step: 'processada',
  ignore_export: false,
  hidden: false,
  finances: [line()],
  accesses: [{ state: 'BA', amount: 10 }],
  ...more,
})
const scm: Owing = {
  fistel: '50412345668',
  service: 'SCM',
  stretches: [{ since: '2025-01-10', until: null }],
  first: null,
}
const year = [1, 2, 3, 4, 5, 6]
const whole = (more: (month: number) => Partial<SemesterCollect> = () => ({})) =>
  year.map(month => told(month, more(month)))
const reckon = (coletas: readonly SemesterCollect[], owing = [scm], today = after) =>
  economicOf(of, owing, coletas, today)
const messages = (coletas: readonly SemesterCollect[], owing?: Owing[], today?: string) =>
  reckon(coletas, owing, today).gaps.map(({ message }) => message)

test('a quarter is the sum of its three months, of each state: revenue and investment in cents, traffic in MB both ways', () => {
  const { figures, gaps, complete } = reckon(
    whole(month => ({ finances: [line({ net_billing: 0.1 * month }), line({ state: 'MG', net_billing: 0.2 })] })).map(
      each => ({ ...each, accesses: [...each.accesses, { state: 'MG', amount: 1 }] }),
    ),
  )
  expect({ gaps, complete }).toEqual({ gaps: [], complete: true })
  expect(figures).toEqual([
    { service: 'SCM', state: 'BA', quarter: 1, rol: 0.6, capex: 30, traffic: 1_651.5 },
    { service: 'SCM', state: 'BA', quarter: 2, rol: 1.5, capex: 30, traffic: 1_651.5 },
    { service: 'SCM', state: 'MG', quarter: 1, rol: 0.6, capex: 30, traffic: 1_651.5 },
    { service: 'SCM', state: 'MG', quarter: 2, rol: 0.6, capex: 30, traffic: 1_651.5 },
  ])
})

test.each<[string, readonly SemesterCollect[], string, boolean]>([
  ['a month nobody opened', whole().slice(1), 'jan/2026: a coleta de SCM do fistel 50412345668 não foi aberta.', true],
  [
    'one not ready',
    whole(m => (m === 2 ? { step: 'em-aberto' } : {})),
    'fev/2026, SCM: a coleta está em aberto.',
    true,
  ],
  ['one without money', whole(m => (m === 2 ? { finances: [] } : {})), 'fev/2026, SCM: o financeiro está vazio.', true],
  [
    'a state without money',
    whole(m => (m === 2 ? { accesses: [...told(2).accesses, { state: 'SP', amount: 3 }] } : {})),
    'fev/2026, SCM, SP: há acessos e nenhum financeiro.',
    true,
  ],
  [
    'one left out of exports',
    whole(m => (m === 2 ? { ignore_export: true } : {})),
    'fev/2026, SCM: a coleta está fora da exportação e não entra na soma.',
    false,
  ],
  [
    'accesses that earn nothing',
    whole(m => (m === 2 ? { finances: [line({ net_billing: 0 })] } : {})),
    'fev/2026, SCM, BA: há acessos e a receita líquida é zero.',
    false,
  ],
  [
    'accesses without traffic',
    whole(m => (m === 2 ? { finances: [line({ download_traffic: null, upload_traffic: 0 })] } : {})),
    'fev/2026, SCM, BA: há acessos e nenhum tráfego.',
    false,
  ],
  [
    'money without accesses',
    whole(m => (m === 2 ? { accesses: [] } : {})),
    'fev/2026, SCM, BA: há receita e nenhum acesso.',
    false,
  ],
  [
    'deductions past the revenue',
    whole(m => (m === 2 ? { finances: [line({ net_billing: -5 })] } : {})),
    'fev/2026, SCM, BA: a receita líquida é negativa.',
    false,
  ],
  [
    'money the reader may not see',
    whole(m => (m === 2 ? { hidden: true, finances: [] } : {})),
    'fev/2026, SCM: o financeiro não está disponível.',
    true,
  ],
])('%s is told, and what is missing keeps the file from being whole', (_, coletas, message, missing) => {
  expect(messages(coletas)).toEqual([message])
  expect(reckon(coletas).complete).toBe(!missing)
})

test('who came or left in the middle owes the months of theirs; the others are told, and keep nothing from being whole', () => {
  const during = (since: string, until: string | null) => [{ ...scm, stretches: [{ since, until }] }]
  const came = reckon(whole().slice(3), during('2026-05-10', null))
  expect(came.complete).toBe(true)
  expect(came.gaps.map(({ message }) => message)).toEqual(
    ['jan', 'fev', 'mar'].map(
      month =>
        `${month}/2026: a coleta de SCM do fistel 50412345668 não entra na soma: o fistel não estava em uso aqui.`,
    ),
  )
  // Put out of use in July it still lacks January; put out in January, only that month.
  expect(reckon([], during('2025-01-10', '2026-07-02')).gaps.filter(({ missing }) => missing)).toHaveLength(6)
  const left = reckon([], during('2025-01-10', '2026-01-05')).gaps
  expect(left.filter(({ missing }) => missing).map(({ message }) => message)).toEqual([
    'jan/2026: a coleta de SCM do fistel 50412345668 não foi aberta.',
  ])
  expect(reckon([], during('2025-01-10', '2025-12-31')).gaps).toEqual([])
})

test('a coleta let off is owed by nobody', () => {
  expect(messages(whole(m => (m === 1 ? { step: 'dispensada' } : {})))).toEqual([])
  expect(messages([], [scm])).toHaveLength(6)
})

test('a month that has not ended is missing, and only once', () => {
  expect(
    messages(whole().slice(0, 5), [scm, { ...scm, fistel: '50000000213' }], '2026-06-30').filter(each =>
      each.startsWith('jun'),
    ),
  ).toEqual(['jun/2026 ainda não terminou.'])
})

test('semesters have their quarters, their neighbours and their month to be filed in', () => {
  expect(quartersOf({ year: 2026, semester: 2 }).map(({ quarter, lastDay }) => [quarter, lastDay])).toEqual([
    [3, '2026-09-30'],
    [4, '2026-12-31'],
  ])
  expect(lastSemester('2026-06-30')).toEqual({ year: 2025, semester: 2 })
  expect(lastSemester('2026-07-01')).toEqual(of)
  expect(semesterAfter(semesterBefore(of))).toEqual(of)
  expect(semesterBefore(of)).toEqual({ year: 2025, semester: 2 })
  expect(windowOf(of)).toEqual({ from: '2026-08-01', until: '2026-08-31' })
  expect(windowOf({ year: 2025, semester: 2 }).until).toBe('2026-05-31')
})

test('the file has the monthly envelope, the quarter’s last day and decimal commas, and is read back', () => {
  const figures = [
    { service: 'SCM', state: 'BA', quarter: 1, rol: 100_000.1, capex: 5_000, traffic: 1_048_576.5 },
    { service: 'SCM', state: 'BA', quarter: 2, rol: 90_000, capex: 0, traffic: 2_000_000 },
  ] as const
  const { bytes, rows, warnings } = writeEconomic({ ...own, figures })
  const fixture = readFileSync(new URL('fixtures/economico.csv', import.meta.url))
  expect(Buffer.from(bytes)).toEqual(fixture)
  expect(readEconomic(fixture.toString())).toEqual(figures)
  expect(rows).toBe(6)
  expect(warnings).toEqual(['Layout não confirmado pela Anatel: confira CN e CNPJ antes de enviar.'])
  expect(economicFileName(of, 'Rádio Vale Ltda.')).toBe('REL_ECON_radio-vale-ltda_2026_SEM1.csv')
  expect(new TextDecoder().decode(writeEconomic({ ...own, cn: '', figures }).bytes)).toContain('\n;Capital')
})

test('nothing is written without figures, for a CNPJ that does not check, or of a semester with another layout', () => {
  const figures = [{ service: 'SCM', state: 'BA', quarter: 1, rol: 1, capex: 1, traffic: 1 }] as const
  expect(() => writeEconomic({ ...own, figures: [] })).toThrow('Nenhuma coleta pronta')
  expect(() => writeEconomic({ ...own, cnpj: '11767820000121', figures })).toThrow()
  expect(() => writeEconomic({ ...own, year: 2021, figures })).toThrow('não é gerado aqui')
  expect(economicLayoutAt('2026-03')?.id).toBe('economico')
  expect(economicLayouts.filter(({ written }) => !written).map(({ id }) => id)).toEqual(['economico-2021'])
})

const cents = (max: number) => fc.integer({ min: -100, max }).map(value => value / 100)
test('any figures are read back equal', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.record({
          service: fc.constantFrom('SCM' as const, 'SeAC' as const),
          state: fc.constantFrom(...ufs),
          quarter: fc.constantFrom(1, 2),
          rol: cents(2 ** 50),
          capex: cents(2 ** 50),
          traffic: cents(2 ** 50),
        }),
        { minLength: 1, maxLength: 54, selector: each => `${each.service}${each.state}${each.quarter}` },
      ),
      figures => {
        const { bytes } = writeEconomic({ ...own, figures })
        const back = readEconomic(new TextDecoder().decode(bytes))
        expect(new Set(back)).toEqual(new Set(figures.map(each => ({ ...each }))))
        for (const { rol } of figures) expect(writeValue(rol)).toMatch(/^-?\d+,\d\d$/)
      },
    ),
    { numRuns: 200 },
  )
})
