import { text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { integer } from '#kernel/field.ts'
import { jobVerbs, progress } from '#features/platform/exports/jobs.ts'

/** The bills of a month brought to their clients in the background: how far that is, and for whom. */
export const billClosings = resource({
  path: 'bill-closings',
  text: { one: 'fechamento do faturamento', many: 'fechamentos do faturamento', gender: 'm' },
  fields: {
    name: text('O que se fecha', { writable: false, required: true, max: 120 }),
    /** '2026-11'; null of bills that were chosen one by one. */
    competence: text('Mês faturado', { writable: false, max: 7 }),
    ...progress,
    rows_done: integer('Passos feitos', { writable: false, min: 0 }),
    rows_total: integer('Passos ao todo', { writable: false, min: 0 }),
  },
  list: {
    columns: ['name', 'state', 'rows_done', 'rows_total', 'user', 'finished_at'],
    sort: '-created_at',
    search: ['name'],
  },
  form: [{ fields: ['name', 'competence', 'state', 'rows_done', 'rows_total', 'user', 'finished_at', 'error'] }],
  scope: 'empresa',
  verbs: ['index', 'show'],
  actions: jobVerbs('O que já foi emitido e enviado fica.'),
})
