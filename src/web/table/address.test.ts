import { expect, test } from 'vitest'
import { joinValues } from '#kernel/condition.ts'
import { date, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import {
  changeSearch,
  filtersIn,
  fromSearch,
  groupFor,
  nextFilterName,
  orderOf,
  toSearch,
  turnSort,
} from '#web/table/address.ts'

const boats = resource({
  path: 'boats',
  text: { one: 'barco', many: 'barcos', gender: 'm' },
  fields: {
    name: text('Nome', { required: true }),
    port: ref('ports', 'Porto'),
    built: date('Construído em'),
    note: text('Nota', { internal: true }),
  },
  list: { columns: ['name', 'port'], sort: '-built,name' },
  form: [],
  scope: 'everyone',
})

test.each([
  '',
  '?search=00123&page=3',
  '?search=vento+sul&active=false&per_page=50',
  '?filter[port_id]=7&filter[built][gte]=2020-01-01&filter[built][lte]=2021-12-31&sort=-name',
])('a copied address, %s, shows the same list', address => {
  expect(toSearch(fromSearch(boats, address))).toBe(address)
})

test('words a list does not know are left out, and the others hold', () => {
  const address = '?page=0&sort=colour&filter[built]=antes&filter[constructor]=1&search=sul&filter[port_id]=7'
  expect(fromSearch(boats, address)).toEqual({ search: 'sul', 'filter[port_id]': '7' })
})

test('outside the house, nothing is filtered by an internal field', () => {
  expect(fromSearch(boats, '?filter[note]=x')).toEqual({ 'filter[note]': 'x' })
  expect(fromSearch(boats, '?filter[note]=x', true)).toEqual({})
})

test('filters are read with the field they compare', () => {
  const read = filtersIn(boats, fromSearch(boats, '?filter[port_id]=7&filter[built][gte]=2020-01-01'))
  expect(read.map(({ field, test: how, value }) => [field.label, how, value])).toEqual([
    ['Porto', 'eq', '7'],
    ['Construído em', 'gte', '2020-01-01'],
  ])
})

test('whatever changes what is listed starts again at the first page', () => {
  expect(changeSearch({ page: '3', search: 'vale' }, { sort: '-name' })).toEqual({ search: 'vale', sort: '-name' })
  expect(changeSearch({ page: '3', search: 'vale' }, { page: '4' })).toEqual({ page: '4', search: 'vale' })
  expect(changeSearch({ search: 'vale' }, { search: null })).toEqual({})
})

test('a list stands in its declared order until a column is clicked: up, down, up again', () => {
  expect(orderOf(boats, {})).toBe('-built,name')
  expect(['-built,name', 'name', '-name'].map(sort => turnSort(sort, 'name'))).toEqual(['name', '-name', 'name'])
  expect(turnSort('year,month', 'year,month')).toBe('-year,-month')
})

test('from and to are one condition, and parts of a text are several', () => {
  const search = fromSearch(
    boats,
    '?filter[built][gte]=2026-11-01&filter[name][contains]=a&filter[built][lte]=2026-11-30&filter[name][contains][2]=b&filter[built][lt]=hoje',
  )
  expect(filtersIn(boats, search).map(({ names, test: how, value, until }) => [names, how, value, until])).toEqual([
    [['filter[built][gte]', 'filter[built][lte]'], 'between', '2026-11-01', '2026-11-30'],
    [['filter[name][contains]'], 'contains', 'a', undefined],
    [['filter[name][contains][2]'], 'contains', 'b', undefined],
    [['filter[built][lt]'], 'lt', 'hoje', undefined],
  ])
  expect(nextFilterName(search, 'name', 'contains')).toBe('filter[name][contains][3]')
  expect(nextFilterName(search, 'built', 'lt')).toBe('filter[built][lt]')
})

test('a condition moves into a free group for its alternative, and from or to of one field stay apart there', () => {
  const search = fromSearch(boats, '?filter[built][gte]=2026-01-01&filter[built][lte]=2026-01-31&or[1][name]=a&page=2')
  const [range, name] = filtersIn(boats, search)
  if (!range || !name) throw new Error('no conditions')
  expect(groupFor(search, name)).toEqual({ group: 1, moved: {} })
  const { group = 0, moved = {} } = groupFor(search, range) ?? {}
  expect(group).toBe(2)
  const grouped = changeSearch(search, moved)
  expect(grouped).toEqual({
    'or[1][name]': 'a',
    'or[2][built][gte]': '2026-01-01',
    'or[2][built][lte]': '2026-01-31',
  })
  const added = changeSearch(grouped, { [nextFilterName(grouped, 'built', 'gte', group)]: '2026-11-01' })
  expect(filtersIn(boats, added).map(({ test: how, group: of, value, until }) => [how, of, value, until])).toEqual([
    ['eq', 1, 'a', undefined],
    ['between', 2, '2026-01-01', '2026-01-31'],
    ['gte', 2, '2026-11-01', undefined],
  ])
})

test('a list of values is read back from the address as it was', () => {
  const search = { any: joinValues(['11.222', 'a,b', 'c\\d']), 'filter[name][is]': 'x,y' }
  expect(fromSearch(boats, toSearch(search))).toEqual(search)
  expect(toSearch({ any: '1,2' })).toBe('?any=1,2')
})
