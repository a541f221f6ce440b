import { expect, test } from 'vitest'
import { municipalities } from '#features/network/cities/municipalities.server.ts'
import { formerNames } from '#parts/address/former.ts'
import { placesOf, type Beside } from '#parts/address/places.ts'
import { readState, stateNames } from '#parts/address/states.ts'

const towns = new Map(municipalities().map(({ ibge, name, uf }) => [ibge, { name, uf }]))
const everywhere = placesOf(towns)
const inSaoPaulo = placesOf(towns, ['SP'])
const read = (text: string, beside: Beside = {}, places = inSaoPaulo) => {
  const found = places(text, beside)
  return 'code' in found ? found.name : found.among()
}

test.each([
  ['Bahia', 'BA'],
  ['BAHIA', 'BA'],
  ['29', 'BA'],
  ['BR-BA', 'BA'],
  ['Bahia (BA)', 'BA'],
  ['ba.', 'BA'],
  ['Estado da Bahia', 'BA'],
  ['BA - Bahia', 'BA'],
  ['mato grosso do sul', 'MS'],
  ['Mato Grosso', 'MT'],
  ['Rio Grande do Norte/RN', 'RN'],
  ['Pará', 'PA'],
  ['Paraná', 'PR'],
  ['SP/BA', null],
  ['N/D', null],
  ['Ativo', null],
  ['Bahia - SP', null],
  ['99', null],
  ['', null],
])('the state %j is %j', (text, uf) => expect(readState(text)).toBe(uf))

test('every state is read by its letters, its name and its number', () => {
  for (const [uf, name] of Object.entries(stateNames)) {
    const number = String([...towns].find(([, town]) => town.uf === uf)?.[0]).slice(0, 2)
    expect([uf, name, name.toUpperCase(), number, `${name} (${uf})`, `${uf} - ${name}`].map(readState)).toEqual(
      Array(6).fill(uf),
    )
  }
})

test.each<readonly [string, Beside]>([
  ['Planalto', { state: 'Bahia' }],
  ['Planalto', { state: '29' }],
  ['Planalto', { state: 'Estado da Bahia' }],
  ['Planalto/BA', {}],
  ['Planalto/Bahia', {}],
  ['Planalto, BA', {}],
  ['BA - Planalto', {}],
  ['Planalto-BA', {}],
  ['PLANALTO (Bahia)', { state: 'BA' }],
  ['2925006', {}],
  ['2925006', { state: 'BA', name: 'Planalto' }],
  ['2925006 - Planalto', {}],
  ['2925006', { name: 'Planalto/BA' }],
  ['2.925.006', {}],
])('%j beside %j is Planalto of Bahia', (text, beside) => expect(read(text, beside)).toBe('Planalto/BA'))

test.each<readonly [string, Beside, readonly string[]]>([
  // A state that is filled and not understood is never passed over.
  ['Planalto', { state: 'SP/BA' }, []],
  ['Planalto', { state: 'N/D' }, []],
  ['Planalto', { state: 'Ativo' }, []],
  // What is written twice and differs.
  ['Planalto/BA', { state: 'SP' }, ['Planalto/BA', 'Planalto/SP']],
  ['3530805', { name: 'Mogi Guaçu' }, ['Mogi Mirim/SP', 'Mogi Guaçu/SP']],
  ['3530805', { state: 'RJ' }, ['Mogi Mirim/SP']],
  ['3530805 - Mogi Guaçu', {}, ['Mogi Mirim/SP', 'Mogi Guaçu/SP']],
  // A name that is a municipality only elsewhere.
  ['Taguatinga', {}, ['Taguatinga/TO']],
  ['Santarém', {}, ['Santarém/PA', 'Joca Claudino/PB']],
  // What it was called, or is spelt elsewhere.
  ['Embu', { state: 'SP' }, ['Embu das Artes/SP']],
  ['Moji Mirim', { state: 'SP' }, ['Mogi Mirim/SP']],
  ['Itapagé', { state: 'CE' }, ['Itapajé/CE']],
  ['Augusto Severo', { state: 'RN' }, ['Campo Grande/RN']],
  ['Augusto Severo/RN', {}, ['Campo Grande/RN']],
  ['Campo de Santana', {}, ['Tacima/PB']],
  ['Parati', { state: 'Rio de Janeiro' }, ['Paraty/RJ']],
  ['SANTA ISABEL DO PARÁ', { state: 'PA' }, ['Santa Izabel do Pará/PA']],
  ['Tunas', {}, ['Tunas/RS', 'Tunas do Paraná/PR', 'Tunápolis/SC']],
  // Another of the same name, elsewhere.
  ['Santarém', { state: 'PB' }, ['Joca Claudino/PB']],
  // Letters that were lost.
  ['Piraju?', { state: 'SP' }, ['Pirajuí/SP']],
  ['Gua\ufffdra', { state: 'SP' }, ['Guaíra/SP']],
  ['Pirajuí'.replace('í', '¡'), { state: 'SP' }, ['Pirajuí/SP']],
  ['Mogi Gua‡u', {}, ['Mogi Guaçu/SP']],
  ['Tapira¡', { state: 'MG' }, ['Tapiraí/MG']],
])('%j beside %j is asked about, and may be %j', (text, beside, among) => expect(read(text, beside)).toEqual(among))

test('a former name beside the code of its municipality says the same', () => {
  expect(read('2401305', { name: 'Augusto Severo', state: 'RN' })).toBe('Campo Grande/RN')
  expect(read('2401305 - Augusto Severo')).toBe('Campo Grande/RN')
})

test('each former name is of one municipality, and none that is there is called so', () => {
  for (const { uf, former, name } of formerNames) {
    const found = read(former, { state: uf })
    expect([former, Array.isArray(found) && found.includes(`${name}/${uf}`)]).toEqual([former, true])
  }
})

test('of a name without a state those near it in all the country are offered, where no states are known', () => {
  expect(read('Taubatte', {}, everywhere)).toContain('Taubaté/SP')
})

test('every municipality is read by its code, its name with the state in any place, and both', () => {
  for (const [code, { name, uf }] of towns) {
    const whole = `${name}/${uf}`
    const ways: readonly (readonly [string, Beside])[] = [
      [String(code), {}],
      [name, { state: uf }],
      [name.toUpperCase(), { state: stateNames[uf as keyof typeof stateNames] }],
      [`${name} - ${uf}`, {}],
      [`${uf} - ${name}`, {}],
      [`${name} (${uf})`, {}],
      [`${name}, ${stateNames[uf as keyof typeof stateNames]}`, {}],
      [`${code} - ${name}`, { state: uf }],
      [String(code), { name, state: uf }],
    ]
    expect(ways.map(([text, beside]) => read(text, beside, everywhere))).toEqual(ways.map(() => whole))
  }
})

test('a name with a letter lost is never another municipality, nor its own unasked', () => {
  for (const [, { name, uf }] of towns)
    for (const [at, letter] of [...name].entries()) {
      if (letter < '\u0080') continue
      for (const sign of ['?', '¡']) {
        const broken = [...name].toSpliced(at, 1, sign).join('')
        const found = read(broken, { state: uf })
        expect([broken, Array.isArray(found) && found.includes(`${name}/${uf}`)]).toEqual([broken, true])
      }
    }
})
