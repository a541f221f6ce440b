import { expect, test } from 'vitest'
import { scm } from '#features/regulatory/anatel/layouts.ts'
import type { Lookups } from '#features/regulatory/anatel/cells.ts'
import { municipalities } from '#features/network/cities/municipalities.server.ts'
import { tokens } from '#features/regulatory/collects/fixtures/fixtures.server.ts'
import { columnsFor, typedIn } from '#features/regulatory/collects/grid/columns.ts'
import { cityFinder, pastedFrom } from '#features/regulatory/collects/grid/paste.ts'
import { importAccesses } from '#features/regulatory/collects/intake/import.server.ts'
import { noInstructions, type Edit } from '#features/regulatory/collects/intake/intake.ts'
import { readCell } from '#features/platform/imports/section/cell.ts'
import { columnAt } from '#features/platform/imports/section/section.ts'
import { sectionAt } from '#features/platform/imports/section/sections.ts'

// One value means one thing at every door it comes in by, or is asked about at each of them.

const towns = municipalities()
const cities = new Map(towns.map(({ ibge, name, uf }) => [ibge, { name, uf }]))
const lookups: Lookups = { tokens, cities, cnpj: '48530335000148', year: 2026, month: 10 }
const columns = columnsFor('045', lookups, {
  client_type: [],
  attendance_type: [],
  attendance_middle: [],
  product_type: [],
  technology_type: [],
})
const at = (key: string) => {
  const found = columns.find(column => column.key === key)
  if (!found) throw new Error(`no column ${key}`)
  return found
}

const header = 'Cidade;UF;Tipo Cliente;Atendimento;Meio;Produto;Tecnologia;Velocidade;Acessos'
const cellsOf = (speed: string, amount: string, place: string) => `${place};SP;PF;URBANO;fibra;internet;FTTH;${speed};${amount}` // prettier-ignore
async function uploaded(speed: string, amount: string, place: string, edits: readonly Edit[] = []) {
  const file = new TextEncoder().encode([header, cellsOf(speed, amount, place)].join('\r\n'))
  const known = { layouts: [scm], near: ['SP'], remembered: [] }
  const first = await importAccesses(file, lookups, known)
  const mapping = first.columns?.mapping ?? null
  const columnsSaid = mapping && { ...mapping, columns: { ...mapping.columns, ACESSOS: { from: 'coluna', text: 'Acessos' } as const } } // prettier-ignore
  const { rows } = await importAccesses(file, lookups, known, { ...noInstructions, mapping: columnsSaid, edits })
  return rows[0]
}
type Row = Awaited<ReturnType<typeof uploaded>>
/** What was read, or the one cure that is offered; else it is asked about. */
const numberIn = (row: Row, key: 'velocidade' | 'acessos', column: 'VELOCIDADE' | 'ACESSOS') => {
  const fix = row?.problems.find(problem => problem.column === column && problem.severity === 'error')
  if (row?.values) return row.values[key]
  return fix?.fix === undefined ? 'asked' : Number(fix.fix.replace(',', '.'))
}
const asked = (value: unknown) => (typeof value === 'number' ? value : 'asked')

function imported(key: 'speed' | 'amount', text: string) {
  const section = sectionAt('collects')
  const column = section && columnAt(section, key)
  const read = column && readCell(text, column, { find: () => 'none', unit: null })
  return asked(read && 'value' in read ? read.value : null)
}

test.each<[string, number | 'asked']>([
  ['300', 300],
  ['0,512', 0.512],
  ['2,0480', 2.048],
  ['1,5', 1.5],
  ['300 Mega', 300],
  ['FIBRA 600MB', 600],
  ['1 Giga', 1_000],
  ['0,5 G', 500],
  ['512 kbps', 0.512],
  ['300/150 Mbps', 300],
  ['300M x 150M', 300],
  ['500 Mega + 10GB de nuvem', 500],
  ['300 Mega R$ 99,90', 300],
  ['1.000', 'asked'],
  ['1,000', 'asked'],
  ['1.000 Mega', 'asked'],
  ['100 a 300 Mega', 'asked'],
  ['100/300 Mbps', 'asked'],
  ['Fibra 500 - 12M', 'asked'],
  ['Subtotal 300 Mega', 'asked'],
  ['50 % de 600 Mega', 'asked'],
  ['Internet 4G', 'asked'],
  ['Turbo', 'asked'],
])('the speed %j is %j in a file, a correction, an import, a paste and a cell', async (text, mbps) => {
  const total = text.startsWith('Subtotal')
  const doors = {
    file: total ? 'asked' : numberIn(await uploaded(text, '5', 'Itu'), 'velocidade', 'VELOCIDADE'),
    correction: numberIn(await uploaded('?', '5', 'Itu', [{ line: 2, column: 'VELOCIDADE', value: text }]), 'velocidade', 'VELOCIDADE'), // prettier-ignore
    import: imported('speed', text),
    paste: asked(pastedFrom([[text]], [at('speed')]).lines[0]?.values.speed),
    cell: asked(typedIn(text, at('speed'))),
  }
  expect(doors).toEqual({ file: mbps, correction: mbps, import: mbps, paste: mbps, cell: mbps })
})

test.each<[string, number | 'asked']>([
  ['7', 7],
  ['1234', 1_234],
  ['1.234', 1_234],
  ['12,0', 12],
  ['0', 0],
  ['1,234', 'asked'],
  ['1,5', 'asked'],
  ['doze', 'asked'],
  ['(5)', 'asked'],
  ['~300', 'asked'],
  ['1e3', 'asked'],
])('the count %j is %j in a file, a correction, a paste and a cell', async (text, count) => {
  const doors = {
    file: numberIn(await uploaded('300', text, 'Itu'), 'acessos', 'ACESSOS'),
    correction: numberIn(await uploaded('300', '?', 'Itu', [{ line: 2, column: 'ACESSOS', value: text }]), 'acessos', 'ACESSOS'), // prettier-ignore
    paste: asked(pastedFrom([[text]], [at('amount')]).lines[0]?.values.amount),
    cell: asked(typedIn(text, at('amount'))),
  }
  expect(doors).toEqual({ file: count, correction: count, paste: count, cell: count })
})

const found = cityFinder(towns.map(({ ibge, name, uf }) => ({ id: ibge, ibge, name, label: `${name}/${uf}` })))
test.each<[string, number | 'asked']>([
  ['Itu', 3523909],
  ['ITÚ/SP', 3523909],
  ['Itu - SP', 3523909],
  ['SP - Itu', 3523909],
  ['Itu, São Paulo', 3523909],
  ['3523909', 3523909],
  ['3523909 - Itu', 3523909],
  ['3.523.909', 3523909],
  ['3523909 - Taubaté', 'asked'],
  ['Itu/XX', 'asked'],
  ['Piraju?', 'asked'],
  ['Gua\ufffdra', 'asked'],
  ['Mogi Gua‡u', 'asked'],
  ['Xis', 'asked'],
  ['9999999', 'asked'],
])('the municipality %j is %j in a file, a correction and a paste', async (text, code) => {
  const placeIn = (row: Row) => row?.values?.cod_ibge ?? 'asked'
  const doors = {
    file: placeIn(await uploaded('300', '5', text)),
    correction: placeIn(await uploaded('300', '5', '?', [{ line: 2, column: 'COD_IBGE', value: text }])),
    paste: asked(found(text)),
  }
  expect(doors).toEqual({ file: code, correction: code, paste: code })
})
