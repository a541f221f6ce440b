import { describe, expect, test, vi } from 'vitest'
import { lookups } from '#features/lookups.ts'
import { menu } from '#features/menu.ts'
import { errorPages } from '#web/errors/pages.ts'
import routes from '../test/data/routes.json'
import { screens } from './house.web.ts'

// Modules of screens look at their browser as they are loaded.
vi.hoisted(() => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', () => {})
})

// The interface's addresses, as the product's specification lists them: none is missing.

const someone = '11111111-2222-4333-8444-555555555555'

describe('the interface', () => {
  const shapes = [...screens, ...Object.values(errorPages)].map(({ path }) => {
    const pattern = path.replace(/\/\{-\$\w+\}/g, '(/[^/]+)?').replace(/\$\w+/g, '[^/]+')
    return new RegExp(`^${pattern}$`)
  })
  const isScreen = (address: string) => shapes.some(shape => shape.test(address))
  const addresses = Object.values(routes.web)
    .flat()
    .flatMap(path => (path.endsWith('?') ? [path.replace(/\/:\w+\?$/, ''), path.replace('?', '')] : [path]))
    .map(path => path.replace(/:\w+/, someone))

  test('every address is a screen', () => {
    expect(addresses.length).toBeGreaterThan(130)
    expect(addresses.filter(address => !isScreen(address))).toEqual([])
  })
  test('any other is none', () => {
    expect(['/nada', '/clients/1/2', '/auth'].filter(isScreen)).toEqual([])
  })

  const entries = menu.flatMap(({ items }): readonly { readonly id: string; readonly path: string }[] => items)
  test('every entry of the menu opens a screen', () => {
    expect(entries.filter(({ path }) => !isScreen(path))).toEqual([])
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  })
  test('every plain list is in the menu', () => {
    const ids = entries.map(({ id }) => id)
    expect(lookups.filter(({ path }) => !ids.includes(path))).toEqual([])
  })
})
