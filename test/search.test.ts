import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { features } from '#features/index.ts'
import { titleOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import { searchedWords } from '#server/search.ts'
import { openWorld, rowsOf, type Row, type World } from './support/world.ts'

// Who searches writes what they remember, in the order it comes to mind.

test.each<[string, readonly string[]]>([
  ['', []],
  ['fibra', ['fibra']],
  ['  fibra \u00a0 açaí ', ['fibra', 'açaí']],
  ['açaí Acai ACAI', ['açaí']],
  ['fib fibra', ['fibra']],
  ['Silva & Filhos - ME', ['Silva', 'Filhos', 'ME']],
  ['%_', ['%_']],
  ['12 123', ['12', '123']],
  ['(12) 99712-3456', ['(12)', '99712-3456']],
  ['0 800 123', ['0 800 123']],
  ['a b c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h i j']],
])('%j is searched for as %j', (search, words) => expect(searchedWords(search)).toEqual(words))

const listed: readonly AnyResource[] = features.filter(each => verbsOf(each).includes('index'))

describe('a list is searched', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
    for (const resource of features.filter(each => verbsOf(each).includes('store'))) await world.make(resource, 'A1')
  })
  afterAll(() => world?.close())

  const found = async (path: string, search: string) =>
    rowsOf(
      await world.call('superAdmin', 'GET', `${path}?${new URLSearchParams({ search, per_page: '100' }).toString()}`),
    )
  const namesOf = (rows: readonly Row[]) => rows.map(({ name }) => name)

  test('by every word, in any order, with any blanks, and in whichever column each is', async () => {
    await world.make(clients, 'A1', { name: 'Fibra do Açaí Telecom Ltda', fantasy_name: 'Rede 34a' })
    await world.make(clients, 'A1', { name: 'Fibra do Cupuaçu Telecom Ltda', fantasy_name: 'Rede 34b' })
    for (const search of [
      'fibra açaí',
      'acai   FIBRA',
      ' telecom\t34a ',
      '34a ltda fibra',
      'açaí fibra açaí',
      'rede acai',
    ])
      expect([search, namesOf(await found('clients', search))]).toEqual([search, ['Fibra do Açaí Telecom Ltda']])
    expect(await found('clients', 'açaí 34b')).toEqual([])
    expect(namesOf(await found('clients', 'telecom fibra')).length).toBe(2)
  })

  test.each(listed.map(each => [each.path, each] as const))(
    '%s, by the words of a row turned round',
    async (path, resource) => {
      const names = (resource.list.search ?? [titleOf(resource)]).filter(
        name =>
          ['text', 'longtext'].includes(resource.fields[name]?.kind ?? '') && !resource.fields[name]?.options.format,
      )
      const rows = rowsOf(await world.call('superAdmin', 'GET', `${path}?per_page=25&sort=-id`))
      for (const row of rows.slice(0, 3)) {
        const words = names
          .flatMap(name => String(row[name] ?? '').split(/[\s<>]+/))
          .filter(word => /^[\p{L}\p{N}]{2,}$/u.test(word))
        if (words.length < 2) continue
        const search = words.slice(0, 3).toReversed().join('   ').toUpperCase()
        const { body } = await world.call(
          'superAdmin',
          'GET',
          `${path}?${new URLSearchParams({ search, 'filter[id]': String(row.id) }).toString()}`,
        )
        expect([search, body.total]).toEqual([search, 1])
      }
    },
  )
})
