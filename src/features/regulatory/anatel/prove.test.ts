import { expect, test } from 'vitest'
import type { AccessGroup } from '#features/regulatory/anatel/access-file.ts'
import { scm, stfc, type Layout } from '#features/regulatory/anatel/layouts.ts'
import { readsAs } from '#features/regulatory/anatel/prove.server.ts'
import { writeScm } from '#features/regulatory/anatel/write.server.ts'

const cnpj = '11222333000181'
const kind = {
  tipo_cliente: 'PF',
  tipo_atendimento: 'URBANO',
  tipo_meio: 'fibra',
  tipo_produto: 'internet',
  tipo_tecnologia: 'FTTH',
}
const groups: readonly AccessGroup[] = [3_550_308, 3_554_102].flatMap(cod_ibge =>
  [0.5, 100, 250].map(velocidade => ({ cod_ibge, ...kind, velocidade, acessos: 7 })),
)
const lookups = {
  tokens: {
    TIPO_CLIENTE: ['PF'],
    TIPO_ATENDIMENTO: ['URBANO'],
    TIPO_MEIO: ['fibra'],
    TIPO_PRODUTO: ['internet'],
    TIPO_TECNOLOGIA: ['FTTH'],
  },
  cities: new Map([3_550_308, 3_554_102].map(code => [code, { name: 'Cidade', uf: 'SP' }])),
  cnpj,
  year: 2026,
  month: 9,
}
const written = (layout: Layout) => writeScm({ cnpj, year: 2026, month: 9, groups }, layout)
const saying = (change: (text: string) => string) =>
  readsAs(Buffer.from(change(Buffer.from(written(scm).bytes).toString())), groups, lookups, scm)

test('what was written says its groups, whatever the layout', () => {
  expect(saying(text => text)).toBe(true)
  const { bytes, rows } = written(stfc)
  const told = groups
    .filter(({ velocidade }) => velocidade === 100)
    .map(each => ({ ...each, tipo_produto: '', tipo_tecnologia: '', velocidade: 0, acessos: 21 }))
  expect(rows).toBe(told.length)
  expect(readsAs(bytes, told, lookups, stfc)).toBe(true)
})

test.each<[what: string, change: (text: string) => string]>([
  ['another speed on a line of a kind already said', text => text.replace(';250;7', ';251;7')],
  ['other accesses on it', text => text.replace(';250;7', ';250;8')],
  ['a digit more of accesses that were read before', text => text.replace(/;250;7\r\n$/, ';250;71\r\n')],
  ['a digit more of a speed that was read before', text => text.replace(/;250;7\r\n$/, ';2500;7\r\n')],
  ['a speed that is only mended', text => text.replace(';250;7', '; 250;7')],
  ['a speed with a dot', text => text.replace(';0,5;7', ';0.5;7')],
  ['a cell too many', text => text.replace(';250;7', ';250;7;')],
  ['a cell too few', text => text.replace(';250;7', ';250')],
  ['another kind where the one before would go on', text => text.replace('FTTH;250', 'FTTB;250')],
  [
    'another municipality',
    text => text.replace('3550308;PF;URBANO;fibra;internet;FTTH;250', '3554102;PF;URBANO;fibra;internet;FTTH;250'),
  ],
  ['another provider', text => text.replace(`${cnpj};2026;9;3550308`, `${cnpj.slice(0, -1)}0;2026;9;3550308`)],
  ['another order', text => text.replace(/(.*;100;7)\r\n(.*;250;7)/, '$2\r\n$1')],
  ['a line less', text => text.replace(/.*;250;7\r\n/, '')],
  ['a line more', text => `${text}${text.trimEnd().split('\r\n').at(-1)}\r\n`],
  ['another end of line', text => text.replace('\r\n', '\n')],
])('%s is no proof', (_what, change) => {
  expect(saying(change)).toBe(false)
})
