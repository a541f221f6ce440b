import { expect, test } from 'vitest'
import { flag, longtext, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { chosenColumns, drawnColumns, offered, shownColumns } from '#web/table/columns.ts'

const things = resource({
  path: 'things',
  text: { one: 'coisa', many: 'coisas', gender: 'f' },
  fields: {
    code: text('Código'),
    name: text('Nome'),
    cost: text('Custo', { internal: true }),
    big: flag('Grande'),
    story: longtext('História'),
  },
  list: { columns: ['name', 'code'] },
  form: [{ fields: ['name'] }],
  scope: 'everyone',
})

test('a list offers what fits a column, its name first, and nothing internal to those outside', () => {
  expect(offered(things, false)).toEqual(['name', 'code', 'cost', 'big'])
  expect(offered(things, true)).toEqual(['name', 'code', 'big'])
})

test('the declared columns stand until others are chosen; what is gone is passed over', () => {
  expect(shownColumns(things, { columns: null }, false)).toEqual(['name', 'code'])
  expect(shownColumns(things, { columns: ['big', 'name', 'gone'] }, false)).toEqual(['name', 'big'])
  expect(shownColumns(things, { columns: ['cost'] }, true)).toEqual(['name'])
  const costly = { ...things, list: { columns: ['name', 'cost'] } }
  expect(shownColumns(costly, { columns: null }, true)).toEqual(['name'])
})

test('what cells are drawn with is asked for whichever columns are shown, and nothing internal of those outside', () => {
  const drawn = { ...things, list: { columns: ['name', 'code'], besides: ['big', 'cost', 'code'] } }
  expect(drawnColumns(drawn, { columns: null }, false)).toEqual(['name', 'code', 'big', 'cost'])
  expect(drawnColumns(drawn, { columns: [] }, true)).toEqual(['name', 'big', 'code'])
})

test('an address names the columns of a view; without them the reader’s own choice is in force', () => {
  expect(chosenColumns({ columns: 'name,big' }, { columns: ['code'] })).toEqual({ columns: ['name', 'big'] })
  expect(chosenColumns({ sort: '-name' }, { columns: ['code'] })).toEqual({ columns: ['code'] })
})
