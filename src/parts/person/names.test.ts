import { expect, test } from 'vitest'
import { shortNames } from '#parts/person/names.ts'

const named = (...names: readonly string[]) => [...shortNames(names.map((name, id) => ({ id, name }))).values()]

test('people are named as shortly as tells them apart', () => {
  expect(named('Bruno Carvalho', ' Camila  Duarte ', 'Zé')).toEqual(['Bruno', 'Camila', 'Zé'])
  expect(named('Ana Souza', 'Ana Paula de Lima', 'Bruno Carvalho')).toEqual(['Ana Souza', 'Ana Lima', 'Bruno'])
  expect(named('Ana Clara Souza', 'Ana Beatriz Souza', 'Ana')).toEqual(['Ana Clara Souza', 'Ana Beatriz Souza', 'Ana'])
})

test('somebody with several rows is one person, and two of one name keep all of it', () => {
  const ana = { id: 1, name: 'Ana Souza' }
  expect([...shortNames([ana, ana])]).toEqual([[1, 'Ana']])
  expect(named('Ana Souza', 'Ana Souza')).toEqual(['Ana Souza', 'Ana Souza'])
})
