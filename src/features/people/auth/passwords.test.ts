import * as argon2 from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { newToken } from '#features/people/auth/secrets.server.ts'
import { sameSecret } from '#server/secret.ts'

vi.mock('@node-rs/argon2', { spy: true })
// Whoever loaded it before has the one that is not watched.
vi.resetModules()
const { openPasswords } = await import('#features/people/auth/passwords.server.ts')

const cheap = { memoryCost: 64, timeCost: 1 }

test('unless told otherwise a hash is argon2id over 64 MiB, three times', async () => {
  expect(await openPasswords().hash('uma senha qualquer')).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
})

test('a password is recognised however its accents are composed', async () => {
  const passwords = openPasswords(cheap)
  const stored = await passwords.hash('cora\u00e7\u00e3o valente')
  expect(await passwords.verify(stored, 'corac\u0327a\u0303o valente')).toBe(true)
  expect(await passwords.verify(stored, 'coração valent')).toBe(false)
})

test('who is unknown, or has no password, is never let in', async () => {
  const passwords = openPasswords(cheap)
  expect(await passwords.verify(null, '')).toBe(false)
  expect(await passwords.verify(null, 'uma senha qualquer')).toBe(false)
})

test('a password longer than any is not compared by its beginning', async () => {
  const passwords = openPasswords(cheap)
  const stored = await passwords.hash('a'.repeat(200))
  expect(await passwords.verify(stored, 'a'.repeat(200))).toBe(true)
  expect(await passwords.verify(stored, 'a'.repeat(201))).toBe(false)
})

test('an unknown user costs what a known one does: one comparison, against a hash of the same price', async () => {
  const passwords = openPasswords(cheap)
  const stored = await passwords.hash('uma senha qualquer')
  const compared = vi.mocked(argon2.verify).mock.calls
  const comparedTo = async (kept: string | null, password: string) => {
    compared.length = 0
    await passwords.verify(kept, password)
    return compared.map(([against]) => price(String(against)))
  }
  expect(await comparedTo(stored, 'outra senha qualquer')).toEqual([price(stored)])
  expect(await comparedTo(null, 'outra senha qualquer')).toEqual([price(stored)])
  expect(await comparedTo(stored, 'a'.repeat(201))).toEqual([price(stored)])
})

/** What precedes the salt: the algorithm, its version, memory, time and lanes. */
const price = (encoded: string) => encoded.split('$').slice(0, 4).join('$')

test('work beyond what may wait is turned away with a 503, and the rest is done', async () => {
  const passwords = openPasswords({ ...cheap, inFlight: 2, waiting: 3 })
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => passwords.hash('uma senha qualquer')))
  expect(results.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 5 }, () => 'fulfilled'),
    ...Array.from({ length: 3 }, () => 'rejected'),
  ])
  const reasons = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
  for (const reason of reasons) expect(reason).toMatchObject({ status: 503 })
  await expect(passwords.hash('uma senha qualquer')).resolves.toContain('$argon2id$')
})

test('strained comparisons go one at a time, and leave the other turns to everyone else', async () => {
  const passwords = openPasswords({ ...cheap, inFlight: 2, waiting: 4 })
  const stored = await passwords.hash('uma senha qualquer')
  const ended: string[] = []
  const flood = Array.from({ length: 6 }, () =>
    passwords.verify(stored, 'um chute', true).finally(() => ended.push('strained')),
  )
  const settled = Promise.allSettled(flood)
  expect(await passwords.verify(stored, 'uma senha qualquer').finally(() => ended.push('plain'))).toBe(true)
  const reasons = (await settled).flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
  expect(reasons).toHaveLength(3)
  for (const reason of reasons) expect(reason).toMatchObject({ status: 503 })
  // Three are turned away at once; of the three that are compared, at most one before the plain one, and one beside it.
  expect(ended.indexOf('plain')).toBeLessThan(6)
})

test('secrets are compared whole, and tokens are 256 bits that never repeat', () => {
  expect(sameSecret('one', 'one')).toBe(true)
  expect(sameSecret('one', 'one ')).toBe(false)
  expect(Buffer.from(newToken(), 'base64url')).toHaveLength(32)
  expect(new Set(Array.from({ length: 1_000 }, newToken)).size).toBe(1_000)
})
