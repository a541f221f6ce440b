import { expect, test } from 'vitest'
import { shortNames } from '#web/kinds/shortNames.ts'

const named = (...names: readonly string[]) => [...shortNames(names.map((name, id) => ({ id, name }))).values()]

test('people are named as shortly as tells them apart', () => {
  expect(named('Bruno Carvalho', ' Camila  Duarte ', 'Zé')).toEqual(['Bruno', 'Camila', 'Zé'])
  expect(named('Ana Souza', 'Ana Paula de Lima', 'Bruno Carvalho')).toEqual(['Ana S.', 'Ana L.', 'Bruno'])
  expect(named('Ana Souza', 'Ana Silva', 'Ana Lima')).toEqual(['Ana Souza', 'Ana Silva', 'Ana L.'])
  expect(named('Ana Clara Souza', 'Ana Beatriz Souza', 'Ana')).toEqual(['Ana Clara Souza', 'Ana Beatriz Souza', 'Ana'])
})

test('somebody with several rows is one person, and two of one name have all of it', () => {
  const ana = { id: 1, name: 'Ana Souza' }
  expect([...shortNames([ana, ana])]).toEqual([[1, 'Ana']])
  expect(named('Ana Souza', 'Ana Souza')).toEqual(['Ana Souza', 'Ana Souza'])
})
