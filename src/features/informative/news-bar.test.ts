import { expect, test } from 'vitest'
import { unread } from '#features/informative/news-bar.ts'

test.each([
  [3, null, 3],
  [3, { total_read_informative: 3 }, 0],
  [5, { total_read_informative: 3 }, 2],
  [2, { total_read_informative: 3 }, 0],
])('of %i informatives, with %j kept, %i are unread', (total, kept, left) => {
  expect(unread(total, kept)).toBe(left)
})
