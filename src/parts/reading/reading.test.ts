import { expect, test } from 'vitest'
import { inReadingOrder, searchIn, treeOf, type ReadingPage } from '#parts/reading/reading.ts'

const page = (key: string, parent: string | null, text = ''): ReadingPage => ({
  key,
  title: key,
  to: `/${key}`,
  parent,
  text,
})

test('pages stand under their own, in their order, and at the start where theirs is not to be seen', () => {
  const tree = treeOf([page('a', null), page('b', 'z'), page('c', 'a'), page('d', 'c'), page('e', 'a')])
  expect(tree.map(node => [node.page.key, node.below.map(each => each.page.key)])).toEqual([
    ['a', ['c', 'e']],
    ['b', []],
  ])
  expect(inReadingOrder(tree).map(({ key }) => key)).toEqual(['a', 'c', 'd', 'e', 'b'])
})

test('words are found without case and accents, all of them, those of titles first', () => {
  const pages = [page('Prazos', null, 'A coleta vai até o dia 15'), page('Coleta', null, 'Retificação do mês')]
  expect(searchIn(pages, 'coleta').map(hit => hit.page.key)).toEqual(['Coleta', 'Prazos'])
  expect(searchIn(pages, 'RETIFICACAO mes')).toMatchObject([{ page: { key: 'Coleta' }, around: 'Retificação do mês' }])
  const long = `${'antes '.repeat(20)}prazo ${'depois '.repeat(20)}`
  expect(searchIn([page('Longa', null, long)], 'prazo')[0]?.around).toMatch(/^…(antes )+prazo (depois )+depois…$/)
  expect(searchIn(pages, 'coleta nada')).toEqual([])
  expect(searchIn(pages, '  ')).toEqual([])
})
