import { expect, test } from 'vitest'
import { anonymousUser } from '#kernel/access.ts'
import { withoutSecrets } from '#kernel/changes.ts'
import { flag, lineList, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { broughtBy, changedOf, draftOf, emptyDraft, seenBy, sentOf } from '#web/form/draft.ts'

const fields = {
  name: text('Nome', { required: true }),
  slug: text('Identificador', { writable: false }),
  plan: ref('plans', 'Plano'),
  shown: flag('Visível', { default: true }),
  phones: lineList({ phone: text('Telefone') }, 'Telefones'),
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
  const after = {
    ...before,
    name: 'Vale do Rio',
    phones: [
      { id: 9, phone: '2' },
      { phone: '', key: 'new' },
    ],
  }
  expect(changedOf(fields, before, after)).toEqual({
    name: 'Vale do Rio',
    phones: [{ id: 9, phone: '2' }, { phone: null }],
  })
  expect(changedOf(fields, before, { ...before })).toEqual({})
  expect(sentOf(fields, before)).not.toHaveProperty('plan')
})

test('an address begins a form with words of the fields’ own kinds, zeros and all', () => {
  expect(broughtBy(fields, '?name=007&plan_id=3&shown=1&slug=x&colour=red')).toEqual({ name: '007', plan_id: 3 })
})

test('a form sends nothing its reader is not to know of, and keeps no password', () => {
  const owners = resource({
    path: 'owners',
    text: { one: 'dono', many: 'donos', gender: 'm' },
    fields: {
      name: text('Nome'),
      note: text('Nota', { internal: true }),
      password: text('Senha', { format: 'password', secret: true }),
    },
    list: { columns: ['name'] },
    form: [],
    scope: 'everyone',
  })
  const staff = { ...anonymousUser, profile: { ...anonymousUser.profile, audience: 'equipe' as const } }
  expect(Object.keys(seenBy(anonymousUser, owners).fields)).toEqual(['name', 'password'])
  expect(seenBy(staff, owners)).toBe(owners)
  expect(withoutSecrets(owners.fields, { name: 'Ana', password: 'x' })).toEqual({ name: 'Ana' })
})
