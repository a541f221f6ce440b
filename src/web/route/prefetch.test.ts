import { expect, test } from 'vitest'
import { mayPrefetch } from '#web/route/prefetch.ts'

test.each([
  [null, true],
  [{ saveData: false, effectiveType: '4g' }, true],
  [{ saveData: false, effectiveType: '3g' }, true],
  [{ saveData: true, effectiveType: '4g' }, false],
  [{ saveData: false, effectiveType: '2g' }, false],
  [{ saveData: false, effectiveType: 'slow-2g' }, false],
])('with the connection %j prefetching is %j', (connection, may) => {
  expect(mayPrefetch(connection)).toBe(may)
})
