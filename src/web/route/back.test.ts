import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { backTo, rememberSearch } from '#web/route/back.ts'
import { sessionStore } from '#web/session/store.ts'
import { loggedOut } from '#web/session/state.ts'

const kept = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
})
const enter = (uuid: string) => sessionStore.set(Object({ status: 'logged-in', user: { uuid } }))
beforeEach(() => {
  kept.clear()
  enter('ana')
})
afterAll(() => {
  sessionStore.set(loggedOut)
  vi.unstubAllGlobals()
})

test('the way back to a page has the search it was last seen with', () => {
  rememberSearch('/clients', '?search=serra&page=2')
  rememberSearch('/plans', '?sort=-name')
  expect(backTo('/clients')).toEqual({ to: '/clients', search: { search: 'serra', page: 2 } })
  rememberSearch('/clients', '?search=vale')
  expect(backTo('/clients')).toEqual({ to: '/clients', search: { search: 'vale' } })
  rememberSearch('/clients', '')
  expect(backTo('/clients')).toEqual({ to: '/clients' })
  rememberSearch('/plans', '?trashed=true&search=velho')
  expect(backTo('/plans')).toEqual({ to: '/plans', search: { sort: '-name' } })
})

test('what one person searched for is not where another is led', () => {
  rememberSearch('/clients', '?search=serra')
  enter('bruno')
  expect(backTo('/clients')).toEqual({ to: '/clients' })
  rememberSearch('/clients', '?search=vale')
  enter('ana')
  expect(backTo('/clients')).toEqual({ to: '/clients', search: { search: 'serra' } })
})

test('the pages seen last are remembered, and a storage that holds something else is none', () => {
  for (let i = 0; i < 200; i++) rememberSearch(`/page-${i}`, '?page=2')
  expect(backTo('/page-199')).toHaveProperty('search')
  expect(backTo('/page-150')).toHaveProperty('search')
  expect(backTo('/page-149')).toEqual({ to: '/page-149' })
  for (const wrong of ['', '[]', '{"ana":3}', '{"ana":{"/clients":[1]}}']) {
    kept.set('outorga.searches', wrong)
    expect(backTo('/clients')).toEqual({ to: '/clients' })
  }
})
