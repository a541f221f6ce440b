import { expect, test } from 'vitest'
import { lineList, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { changes } from '#server/audit.ts'

const shape = {
  phone: text('Telefone'),
  user: ref('users', 'Usuário'),
  kinds: lineList({ name: text('Tipo') }, 'Tipos'),
}
const people = resource({
  path: 'people',
  text: { one: 'pessoa', many: 'pessoas', gender: 'f' },
  scope: 'everyone',
  fields: { name: text('Nome'), phones: lineList(shape, 'Telefones') },
  list: { columns: ['name'] },
  form: [{ title: 'Pessoa', fields: ['name', 'phones'] }],
})
const line = (phone: string) => ({
  id: 3,
  uuid: 'u3',
  position: 0,
  phone,
  user_id: 7,
  user: { id: 7, uuid: 'x', name: 'Ana' },
  kinds: [{ id: 5, uuid: 'u5', position: 0, name: 'Casa' }],
})

test('lines are kept under their ids, as they are put back, without the names of what they point to', () => {
  const after = { phones: [{ id: 3, phone: 'agora' }] }
  expect(changes(people, { name: 'Ana', phones: [line('antes')] }, after)).toEqual({
    phones: [[{ id: 3, phone: 'antes', user_id: 7, kinds: [{ id: 5, name: 'Casa' }] }], after.phones],
  })
})

test('what a draft leaves out is not a change, nor is what it says again', () => {
  const before = { name: 'Ana', phones: [line('antes')] }
  expect(changes(people, before, {})).toEqual({})
  expect(changes(people, before, { name: 'Ana', phones: [{ id: 3, phone: 'antes', user_id: 7 }] })).toEqual({})
})
