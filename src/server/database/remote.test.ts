import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { unfit } from '#server/database/remote.ts'

test('a server older than 15 is refused in plain words', () => {
  expect(unfit({ version: 140_012, encoding: 'UTF8' })).toContain('versão 14')
})

test('a database in another encoding is refused', () => {
  expect(unfit({ version: 150_004, encoding: 'SQL_ASCII' })).toContain('SQL_ASCII')
})

test('PostgreSQL 15 and newer will do', () => {
  expect(unfit({ version: 150_000, encoding: 'UTF8' })).toBeUndefined()
  expect(unfit({ version: 180_006, encoding: 'UTF8' })).toBeUndefined()
})

test('a server that is not there is told of without the password', async () => {
  const opening = openDatabase({ DATABASE_URL: 'postgres://me:segredo@127.0.0.1:1/x', OUTORGA_DATA_DIR: '' })
  await expect(opening).rejects.toThrow(/Não foi possível usar o PostgreSQL.*ECONNREFUSED/)
  await expect(opening).rejects.not.toThrow(/segredo/)
})
