import { expect, test } from 'vitest'
import { lineList, ref, text } from '#kernel/field.ts'
import { linesAgain } from '#features/platform/history/lines.ts'

const shape = {
  phone: text('Telefone'),
  user: ref('users', 'Usuário'),
  types: lineList({ name: text('Tipo') }, 'Tipos'),
}
const line = (id: number, phone: string, types: readonly object[] = []) => ({
  id,
  uuid: `u${id}`,
  position: 0,
  phone,
  user_id: 7,
  user: { id: 7, uuid: 'x', name: 'Ana' },
  types,
})

test('a line that is still there is rewritten; one that was taken away is made anew', () => {
  const again = linesAgain(shape, [line(1, 'antes'), line(2, 'foi embora')], [line(1, 'agora'), line(3, 'outra')])
  expect(again).toEqual([
    { id: 1, phone: 'antes', user_id: 7, types: [] },
    { phone: 'foi embora', user_id: 7, types: [] },
  ])
})

test('lines of lines follow their own', () => {
  const before = [
    line(1, 'a', [
      { id: 5, name: 'Casa' },
      { id: 6, name: 'Loja' },
    ]),
  ]
  const [again] = linesAgain(shape, before, [line(1, 'a', [{ id: 5, name: 'Outra' }])])
  expect(again?.types).toEqual([{ id: 5, name: 'Casa' }, { name: 'Loja' }])
})

test('where there was nothing, there is nothing again', () => {
  expect(linesAgain(shape, null, [line(1, 'a')])).toEqual([])
})
