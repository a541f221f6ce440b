import { expect, test } from 'vitest'
import { returnAddress } from '#web/route/return.ts'

test.each([
  [{ voltar: '/clients?page=2' }, '/clients?page=2'],
  [{ voltar: '//evil.example' }, '/'],
  [{ voltar: '/\\evil.example' }, '/'],
  [{ voltar: 'https://evil.example' }, '/'],
  [{ voltar: 3 }, '/'],
  [{}, '/'],
  [null, '/'],
])('%j leads to %s', (search, address) => {
  expect(returnAddress(search)).toBe(address)
})
