import { expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { users } from '#features/people/users/users.ts'
import { erased, personalIn, redacted } from './personal.ts'

test('erasure empties what names a person and keeps what the law wants kept', () => {
  expect(erased(clients.fields, 7)).toMatchObject({ email: null, phone: null, phones: [], client_partners: [] })
  expect(erased(clients.fields, 7)).not.toHaveProperty('document')
  expect(erased(clients.fields, 7)).not.toHaveProperty('contract_value')
  expect(erased(users.fields, 7)).toMatchObject({
    name: 'Pessoa anonimizada',
    email: 'anonimo-7@anonimo.invalid',
    birthday: null,
    addresses: [],
  })
})

test('lines are personal when anything in them is', () => {
  const names = personalIn(clients.fields).map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(['document', 'addresses', 'mails', 'client_partners']))
  expect(names).not.toContain('activities')
})

test('the history keeps that something changed, and not what it was', () => {
  const changes = { phone: ['+551299', '+551298'], plan_id: [1, 2] }
  expect(redacted(clients.fields, changes)).toEqual({ phone: [null, '(apagado)'], plan_id: [1, 2] })
})
