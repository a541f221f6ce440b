import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { choiceParameter, readSearch, shapedParameter, textParameter, writeSearch } from '#web/route/search.ts'

const parameters = {
  mes: { ...shapedParameter(/^20\d\d-(0[1-9]|1[0-2])$/), fallback: () => '2026-11' },
  ver: choiceParameter(['bandeja', 'recusados'], 'bandeja'),
  busca: textParameter,
  pagina: { ...shapedParameter(/^[1-9]\d{0,5}$/), fallback: '1', isNumber: true },
}
const read = (address: string) => readSearch(parameters, defaultParseSearch(address))
const nothing = { mes: '2026-11', ver: 'bandeja', busca: '', pagina: '1' }

test.each([
  ['', nothing],
  [
    '?mes=2026-02&ver=recusados&busca=serra&pagina=3',
    { mes: '2026-02', ver: 'recusados', busca: 'serra', pagina: '3' },
  ],
  ['?mes=2026-13&ver=tudo&pagina=-1', nothing],
  ['?mes={"a":1}&ver=null&busca=[1]&pagina=0', nothing],
  ['?outra=1&busca=', nothing],
  ['?busca=123&pagina="3"', { ...nothing, busca: '123', pagina: '3' }],
  ['?busca="123"', { ...nothing, busca: '123' }],
  ['?busca=true', { ...nothing, busca: 'true' }],
])('the address %s is read, and what is wrong in it falls back', (address, values) => {
  expect(read(address)).toEqual(values)
})

test.each([
  ['the first choice and what is empty are left out', { ...nothing }, '?mes=2026-11'],
  ['the rest is written as a bookmark has it', { ...nothing, ver: 'recusados', busca: 'serra', pagina: '3' }, '?mes=2026-11&ver=recusados&busca=serra&pagina=3'], // prettier-ignore
])('%s', (_name, values, address) => {
  const written = defaultStringifySearch(writeSearch(parameters, values))
  expect(written).toBe(address)
  expect(read(written)).toEqual(values)
})

test('digits that were typed come back as they were', () => {
  const values = { ...nothing, busca: '007', pagina: '2' }
  expect(read(defaultStringifySearch(writeSearch(parameters, values)))).toEqual(values)
})
