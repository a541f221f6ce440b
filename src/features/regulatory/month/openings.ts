import { integer, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { jobVerbs, progress } from '#features/platform/exports/jobs.ts'

const readOnlyRequired = { writable: false, required: true } as const

/** The coletas of a month opened in the background: how far that is, and for whom. */
export const monthOpenings = resource({
  path: 'month-openings',
  text: { one: 'abertura de mês', many: 'aberturas de mês', gender: 'f' },
  fields: {
    name: text('O que se abre', { ...readOnlyRequired, max: 120 }),
    year: integer('Ano', { ...readOnlyRequired, min: 2000, max: 2100, plain: true }),
    month: integer('Mês', { ...readOnlyRequired, min: 1, max: 12 }),
    ...progress,
    rows_done: integer('Coletas abertas', { writable: false, min: 0 }),
    rows_total: integer('Coletas a abrir', { writable: false, min: 0 }),
  },
  list: {
    columns: ['name', 'state', 'rows_done', 'rows_total', 'user', 'finished_at'],
    sort: '-created_at',
    search: ['name'],
  },
  form: [{ fields: ['name', 'state', 'rows_done', 'rows_total', 'user', 'finished_at', 'error'] }],
  scope: 'empresa',
  verbs: ['index', 'show'],
  actions: jobVerbs('As coletas já abertas ficam.'),
})
