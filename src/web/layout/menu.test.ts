import { expect, test } from 'vitest'
import { allowedMenu, itemAt, type MenuGroup } from '#web/layout/menu.ts'

const menu: readonly MenuGroup[] = [
  {
    title: 'Operação',
    icon: 'home',
    items: [
      { id: 'home', label: 'Página inicial', path: '/', icon: 'home' },
      { id: 'links', label: 'Enlaces', path: '/links', icon: 'link' },
    ],
  },
  { title: 'Outros', icon: 'tag', items: [{ id: 'types', label: 'Tipos', path: '/links/types', icon: 'tag' }] },
]

test('a menu shows only what is allowed, without empty groups', () => {
  const [first, ...others] = allowedMenu(menu, ['links', 'unknown'])
  expect(first?.items.map(({ id }) => id)).toEqual(['links'])
  expect(others).toEqual([])
})

test.each([
  ['/', 'home'],
  ['/links', 'links'],
  ['/links/create', 'links'],
  ['/links/types/7', 'types'],
  ['/linksandmore', null],
  ['/elsewhere', null],
])('%s highlights %s', (pathname, id) => {
  expect(itemAt(menu, pathname)?.id ?? null).toBe(id)
})
