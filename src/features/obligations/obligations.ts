import { date, longtext, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

/**
 * What somebody said was done of a client's obligations; those a coleta tells of itself are not here. What there is to do
 * is reckoned from `rules.ts`, never stored.
 */
export const obligations = resource({
  path: 'obligations',
  table: 'client-obligations',
  text: { one: 'obrigação', many: 'obrigações', gender: 'f' },
  fields: {
    /** The `id` of a rule. */
    obligation: text('Obrigação', { required: true, max: 60 }),
    /** As its rule names periods: '2026-10', '2026-S1', '2026'. */
    period: text('Referência', { required: true, max: 10 }),
    client: ref('clients', 'Cliente', { required: true }),
    done_on: date('Feita em', { required: true }),
    note: longtext('Anotação', { max: 1_000, internal: true }),
    user: ref('users', 'Por', { writable: false, told: true }),
  },
  list: { columns: ['obligation', 'period', 'client', 'done_on', 'user'], sort: '-done_on', search: ['obligation'] },
  form: [{ fields: ['obligation', 'period', 'client', 'done_on', 'note'] }],
  scope: 'client',
  verbs: [],
})
