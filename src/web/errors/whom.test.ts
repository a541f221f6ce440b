import { expect, test } from 'vitest'
import { lackOf, whomToAsk } from '#web/errors/whom.ts'

test('a section is named, and of a section one sees the screen that is missing', () => {
  const refused = { section: 'Usuários', screen: null, permission: 'users.index' }
  expect(lackOf(refused)).toBe('Você não tem acesso a Usuários')
  expect(lackOf({ ...refused, screen: 'Registrar um novo usuário' })).toBe(
    'Você não tem acesso a “Registrar um novo usuário”, em Usuários',
  )
})

test.each([
  [{ house: 'Meridiano', people: ['Ana', 'Bia', 'Caio'], others: 2 }, 'da Meridiano: Ana, Bia ou Caio (e mais 2).'],
  [{ house: null, people: ['Ana', 'Bia'], others: 0 }, 'do sistema: Ana ou Bia.'],
  [{ house: 'Meridiano', people: [], others: 0 }, 'da Meridiano.'],
  [{ house: null, people: [], others: 0 }, 'do sistema.'],
])('of %j one is told to ask somebody', (granters, end) => {
  expect(whomToAsk(granters)).toBe(`Peça a um administrador ${end}`)
})
