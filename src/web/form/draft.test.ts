import { expect, test } from 'vitest'
import { flag, many, ref, text } from '#kernel/field.ts'
import { changedOf, draftOf, emptyDraft, sentOf } from '#web/form/draft.ts'

const fields = {
  name: text('Nome', { required: true }),
  slug: text('Identificador', { writable: false }),
  plan: ref('plans', 'Plano'),
  shown: flag('Visível', { default: true }),
  phones: many({ phone: text('Telefone') }, 'Telefones'),
}
const row = {
  id: 1,
  name: 'Vale',
  slug: 'vale',
  plan_id: 3,
  plan: { id: 3, name: 'Total' },
  shown: false,
  phones: [{ id: 9, uuid: 'u', phone: '1' }],
}

test('a form begins with what may be written, and with the names of what is referred to', () => {
  expect(draftOf(fields, row)).toEqual({
    name: 'Vale',
    plan_id: 3,
    plan: row.plan,
    shown: false,
    phones: [{ id: 9, phone: '1' }],
  })
  expect(emptyDraft(fields)).toEqual({ name: null, plan_id: null, shown: true, phones: [] })
})

test('only what changed is sent, lines whole', () => {
  const before = draftOf(fields, row)
  const after = { ...before, name: 'Vale do Rio', phones: [{ id: 9, phone: '2' }, { phone: '' }] }
  expect(changedOf(fields, before, after)).toEqual({
    name: 'Vale do Rio',
    phones: [{ id: 9, phone: '2' }, { phone: null }],
  })
  expect(changedOf(fields, before, { ...before })).toEqual({})
  expect(sentOf(fields, before)).not.toHaveProperty('plan')
})
