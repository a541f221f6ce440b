import { expect, test } from 'vitest'
import { adopted, ageOf, isStoredToken, stamp } from '#web/session/token.ts'

const now = 1_700_000_000_000
const token = stamp({ token_type: 'Bearer', expires_in: 900, access_token: 'a', refresh_token: 'r' }, now)

test('a token ends when its seconds are over', () => {
  expect(token.expires_at).toBe(now + 900_000)
})

test.each([
  [0, 'fresh'],
  [719_000, 'fresh'],
  [720_000, 'ageing'],
  [894_000, 'ageing'],
  [895_000, 'spent'],
  [2_000_000, 'spent'],
])('after %i ms a token of 15 minutes is %s', (after, age) => {
  expect(ageOf(token, now + after)).toBe(age)
})

test('the token another tab fetched is taken over', () => {
  expect(adopted({ ...token, access_token: 'b' }, 'a')?.access_token).toBe('b')
})

test('the refused token itself is not taken over, nor is none', () => {
  expect(adopted(token, 'a')).toBeNull()
  expect(adopted(null, 'a')).toBeNull()
})

test.each([null, 'a', {}, { access_token: 'a' }, { ...token, expires_at: '1' }])('%j is no kept token', value => {
  expect(isStoredToken(value)).toBe(false)
})
