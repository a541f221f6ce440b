import { expect, test } from 'vitest'
import { problem } from '#kernel/problem.ts'
import { databaseProblem } from '#server/database/errors.ts'

const failure = (given: object) => Object.assign(new Error('x'), given)

test.each([
  ['08006', 'unavailable'],
  ['08P01', 'unavailable'],
  ['22001', 'invalid'],
  ['22003', 'invalid'],
  ['22007', 'invalid'],
  ['22021', 'invalid'],
  ['22P02', 'invalid'],
  ['22P05', 'invalid'],
  ['23503', 'conflict'],
  ['23505', 'conflict'],
  ['23514', 'invalid'],
  ['23P01', 'conflict'],
  ['25006', 'full'],
  ['25P03', 'unavailable'],
  ['28000', 'unavailable'],
  ['28P01', 'unavailable'],
  ['3D000', 'unavailable'],
  ['40001', 'unavailable'],
  ['40P01', 'unavailable'],
  ['53100', 'full'],
  ['53200', 'unavailable'],
  ['53300', 'unavailable'],
  ['54000', 'invalid'],
  ['55000', 'unavailable'],
  ['55P03', 'unavailable'],
  ['57014', 'unavailable'],
  ['57P01', 'unavailable'],
  ['57P02', 'unavailable'],
  ['57P03', 'unavailable'],
  ['42P01', 'internal'],
  ['42601', 'internal'],
  ['XX000', 'internal'],
  ['ECONNREFUSED', 'unavailable'],
  ['ECONNRESET', 'unavailable'],
  ['ENOSPC', 'full'],
  ['EHOSTDOWN', 'unavailable'],
  ['ENOENT', 'internal'],
  ['0A000', 'internal'],
])('%s is told as %s', (code, kind) => {
  expect(databaseProblem(failure({ code })).kind).toBe(kind)
})

test('a socket that is gone while its server starts again is a database out of reach', () => {
  expect(databaseProblem(failure({ code: 'ENOENT', syscall: 'connect' })).kind).toBe('unavailable')
})

test('a plan that no longer fits its tables passes, whatever language the server speaks', () => {
  const stale = failure({ code: '0A000', routine: 'RevalidateCachedQuery', message: 'o plano em cache não pode mudar' })
  expect(databaseProblem(stale)).toMatchObject({ kind: 'unavailable', detail: { retryAfter: 2 } })
})

test.each([
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Cannot use a pool after calling end on the pool',
])('«%s» is a database out of reach', message => {
  expect(databaseProblem(new Error(message)).kind).toBe('unavailable')
})

test('what may pass by itself says when to try again, and the rest does not', () => {
  expect(databaseProblem(failure({ code: '40001' })).detail.retryAfter).toBeGreaterThan(0)
  expect(databaseProblem(failure({ code: '23503' })).detail.retryAfter).toBeUndefined()
})

test.each([
  ['Key (email)=(a@b.c) already exists.', 'email'],
  ['Chave (email)=(a@b.c) já existe.', 'email'],
  ['Key (lower(email))=(a@b.c) already exists.', 'email'],
  ['Key (lower(email::text))=(a@b.c) already exists.', 'email'],
  ['Key (empresa_id, document)=(1, 2) already exists.', 'document'],
  ['Key (empresa_id, plain(name))=(1, (a)=(b)) already exists.', 'name'],
])('a repeated value is laid on its field: %s', (detail, field) => {
  const told = databaseProblem(failure({ code: '23505', detail }))
  expect(told.kind).toBe('invalid')
  expect(Object.keys(told.detail.errors ?? {})).toEqual([field])
})

test('a repeated pair of values is a conflict, on no field', () => {
  const told = databaseProblem(failure({ code: '23505', detail: 'Key (uf, number)=(SP, 1) already exists.' }))
  expect(told.kind).toBe('conflict')
})

test('a value left out is laid on its field', () => {
  expect(databaseProblem(failure({ code: '23502', column: 'name' })).detail.errors).toHaveProperty('name')
})

test('a problem passes as it is', () => {
  const thrown = problem('stale')
  expect(databaseProblem(thrown)).toBe(thrown)
})

test.each([undefined, null, 'text', new TypeError('x is not a function')])('%s is a fault of ours', thrown => {
  const told = databaseProblem(thrown)
  expect(told.kind).toBe('internal')
  expect(told.detail.cause).toBe(thrown)
})
