import { expect, test } from 'vitest'
import { openPasswords } from '#features/auth/passwords.server.ts'
import { newToken, sameSecret } from '#features/auth/secrets.server.ts'

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

test('an unknown user takes as long as a known one', async () => {
  const passwords = openPasswords({ memoryCost: 16 * 1024, timeCost: 2 })
  const stored = await passwords.hash('uma senha qualquer')
  const time = async (kept: string | null) => {
    const start = performance.now()
    for (let i = 0; i < 10; i++) await passwords.verify(kept, 'outra senha qualquer')
    return performance.now() - start
  }
  await time(null)
  const ratio = (await time(null)) / (await time(stored))
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

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

test('secrets are compared whole, and tokens are 256 bits that never repeat', () => {
  expect(sameSecret('one', 'one')).toBe(true)
  expect(sameSecret('one', 'one ')).toBe(false)
  expect(Buffer.from(newToken(), 'base64url')).toHaveLength(32)
  expect(new Set(Array.from({ length: 1_000 }, newToken)).size).toBe(1_000)
})
