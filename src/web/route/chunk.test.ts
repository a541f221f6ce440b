import { expect, test } from 'vitest'
import { mayReload } from '#web/route/chunk.ts'

test.each([
  [null, 1_000, true],
  [1_000, 1_000, false],
  [1_000, 60_999, false],
  [1_000, 61_000, true],
])('loaded again at %j, at %i the page may load again: %j', (last, now, may) => {
  expect(mayReload(last, now)).toBe(may)
})
