import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterAll, expect, test } from 'vitest'
import { dispatch, useUser } from '#web/session/store.ts'

const Name = () => useUser().name
const drawn = () => renderToString(createElement(Name))
const enter = (name: string) =>
  dispatch({ type: 'enter', user: Object({ name, profile: { audience: 'equipe' }, allow_routes: [] }) })
afterAll(() => dispatch({ type: 'close' }))

test('a part that is drawn just after its session ended has its user, and another who enters has theirs', () => {
  expect(drawn).toThrow('not behind the guard')
  enter('Ana')
  expect(drawn()).toBe('Ana')
  dispatch({ type: 'close' })
  expect(drawn()).toBe('Ana')
  enter('Beto')
  expect(drawn()).toBe('Beto')
})
