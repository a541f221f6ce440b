import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ufOfCity } from '#kernel/brasil.ts'
import { municipalities } from '#features/network/cities/municipalities.server.ts'
import { scmFileName, unconfirmed, writeScm } from '#features/regulatory/anatel/write.server.ts'
import {
  requiredFields,
  headerOf,
  layoutFor,
  layouts,
  layoutsOf,
  scm,
  stfc,
  tvpa,
  type Layout,
} from '#features/regulatory/anatel/layouts.ts'
import { fixture, tokens } from '#features/regulatory/collects/fixtures/fixtures.server.ts'
import type { Lookups } from '#features/regulatory/anatel/cells.ts'
import { withLayoutFields, merge, type ScmFile } from '#features/regulatory/anatel/access-file.ts'
import { importAccesses, ofScm } from '#features/regulatory/collects/intake/import.server.ts'
import { groupsIn } from '#features/regulatory/anatel/read.server.ts'

const all = municipalities()
const cities: Lookups['cities'] = new Map(all.map(({ ibge, name, uf }) => [ibge, { name, uf }]))
const own = { cnpj: '11767820000120', year: 2026, month: 2 }
const read = (bytes: Uint8Array, { service }: Layout, of = own) =>
  importAccesses(bytes, { tokens, cities, ...of }, { ...ofScm, layouts: layoutsOf(service) })

/** The months a fixture is of. */
const fixtures: Readonly<Record<string, { readonly name: string; readonly year: number; readonly month: number }>> = {
  scm: { name: 'real-rows-merged', year: 2026, month: 2 },
  'scm-2021': { name: 'scm-2021', year: 2021, month: 7 },
  stfc: { name: 'stfc', year: 2026, month: 2 },
  tvpa: { name: 'tvpa', year: 2026, month: 2 },
  'tvpa-2021': { name: 'tvpa-2021', year: 2021, month: 7 },
}

test.each(layouts.map(layout => [layout.id, layout] as const))(
  'the file of %s is read whole, and taken for no other’s',
  async (id, layout) => {
    const { name = '', year = 0, month = 0 } = fixtures[id] ?? {}
    const of = { ...own, year, month }
    const { fatal, facts, summary, groups } = await read(fixture(name), layout, of)
    expect({ fatal, layout: facts?.layout }).toEqual({ fatal: null, layout: id })
    expect(summary).toMatchObject({ refused: 0, corrected: 0, accepted: groups.length })
  },
)

test.each(layouts.filter(each => each.written).map(layout => [layout.id, layout] as const))(
  'what the file of %s says is written again byte for byte',
  async (id, layout) => {
    const { name = '' } = fixtures[id] ?? {}
    const { groups } = await read(fixture(name), layout)
    expect(Buffer.from(writeScm({ ...own, groups }, layout).bytes)).toEqual(fixture(name))
  },
)

test('a service and a month choose one layout, and of no month are two current', () => {
  const months = Array.from({ length: 20 * 12 }, (_, i) => ({ year: 2015 + Math.floor(i / 12), month: (i % 12) + 1 }))
  for (const { year, month } of months) {
    const at = `${year}-${String(month).padStart(2, '0')}`
    for (const service of ['045', '171', '750'])
      expect(
        layoutsOf(service).filter(({ from, until }) => from <= at && at <= (until ?? '9999')).length,
      ).toBeLessThanOrEqual(1)
  }
  expect(layoutFor('045', own)).toBe(scm)
  expect(layoutFor('171', own)).toBe(stfc)
  expect(layoutFor('750', own)).toBe(tvpa)
  expect(layoutFor('750', { year: 2021, month: 7 })).toBeNull()
  expect(layoutFor('019', own)).toBeNull()
  expect(layoutFor(null, own)).toBeNull()
})

test('an access is asked what the file of its service tells, and everything where no layout says', () => {
  expect(requiredFields('171', own)).toEqual(['client_type', 'attendance_type', 'attendance_middle', 'amount'])
  expect(requiredFields('750', own)).toEqual(['client_type', 'attendance_middle', 'technology_type', 'amount'])
  expect(requiredFields('045', own)).toHaveLength(7)
  expect(requiredFields(null, own)).toHaveLength(7)
})

test('a layout nobody read in Anatel’s own text is told so in every file', async () => {
  const { groups } = await read(fixture('stfc'), stfc)
  expect(writeScm({ ...own, groups }, stfc).warnings).toEqual([unconfirmed])
  expect(scmFileName(own, 'Rádio Vale', stfc)).toBe('DICI_MENSAL_STFC_2026-02_radio-vale.csv')
})

test('the state of a row is its municipality’s', async () => {
  const text = fixture('stfc')
    .toString()
    .replace(';BA;2931350;PF;RURAL', ';SP;2931350;PF;RURAL')
    .replace(';MG;', ';mg;')
  const { rows } = await read(Buffer.from(text), stfc)
  expect(rows.map(({ verdict }) => verdict)).toEqual(['refused', 'accepted', 'corrected'])
  expect(rows[0]?.problems).toMatchObject([
    {
      column: 'UF',
      rule: 'uf',
      fix: 'BA',
      message: 'Linha 2, UF: veio SP, que não é o estado do município: Teixeira de Freitas é de BA.',
    },
  ])
  expect(all.filter(({ ibge, uf }) => ufOfCity(ibge) !== uf)).toEqual([])
})

test('a file of another service is told apart by its header', async () => {
  expect((await read(fixture('stfc'), tvpa)).fatal).toContain(`A primeira linha deve ser: ${headerOf(tvpa).join(';')}`)
  const none = await importAccesses(fixture('stfc'), { tokens, cities, ...own }, { ...ofScm, layouts: [] })
  expect(none.fatal).toBe('Este serviço não tem arquivo mensal.')
})

const places = fc.constantFrom(...all.map(({ ibge }) => ibge))
const group = fc.record({
  cod_ibge: places,
  tipo_cliente: fc.constantFrom(...tokens.TIPO_CLIENTE),
  tipo_atendimento: fc.constantFrom(...tokens.TIPO_ATENDIMENTO),
  tipo_meio: fc.constantFrom(...tokens.TIPO_MEIO),
  tipo_produto: fc.constantFrom(...tokens.TIPO_PRODUTO),
  tipo_tecnologia: fc.constantFrom(...tokens.TIPO_TECNOLOGIA),
  velocidade: fc.integer({ min: 1, max: 1_000_000_000 }).map(kbps => kbps / 1000),
  acessos: fc.integer({ min: 0, max: 10_000 }),
})
const month = fc.record({ year: fc.integer({ min: 2023, max: 2090 }), month: fc.integer({ min: 1, max: 12 }) })
const written = layouts.filter(layout => layout.written)

test('whatever the layout and the month, what is written is read back equal, and written again is the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...written),
      month,
      fc.array(group, { minLength: 1, maxLength: 12 }),
      async (layout, of, groups) => {
        const file: ScmFile = { cnpj: own.cnpj, ...of, groups }
        const { bytes, accesses } = writeScm(file, layout)
        const back = await read(bytes, layout, { ...own, ...of })
        expect(back.groups).toEqual(merge(withLayoutFields(groups, layout)))
        expect(back.summary).toMatchObject({ corrected: 0, merged: 0, refused: 0, accesses })
        expect(back.facts?.notes).toEqual([])
        expect(groupsIn(bytes)).toEqual(back.groups)
        expect(writeScm({ ...file, groups: back.groups.toReversed() }, layout).bytes).toEqual(bytes)
      },
    ),
    { numRuns: 200 },
  )
})
