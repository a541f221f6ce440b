import { date, longtext, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

/**
 * Obligations that somebody marked as done; those a coleta's own state answers are not stored here. What is still to do is
 * computed from `rules.ts`, never stored.
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
