import { integer, text, readOnly } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { jobVerbs, progress } from '#features/platform/exports/jobs.ts'

const countField = { ...readOnly, min: 0 } as const

/** Tasks of many clients brought up to their templates in the background: how far that is, and for whom. */
export const taskSyncs = resource({
  path: 'tarefa-syncs',
  text: { one: 'sincronização de tarefas', many: 'sincronizações de tarefas', gender: 'f' },
  fields: {
    name: text('O que se sincroniza', { ...readOnly, required: true, max: 200 }),
    ...progress,
    rows_done: integer('Clientes feitos', countField),
    rows_total: integer('Clientes ao todo', countField),
    added: integer('Tarefas criadas', countField),
    moved: integer('Tarefas remarcadas', countField),
    retired: integer('Tarefas retiradas', countField),
    /** What was to be done changed after it was confirmed: nothing was done of theirs. */
    changed: integer('Clientes deixados para ver de novo', countField),
  },
  list: {
    columns: [
      'name',
      'state',
      'rows_done',
      'rows_total',
      'added',
      'moved',
      'retired',
      'changed',
      'user',
      'finished_at',
    ],
    sort: '-created_at',
    search: ['name'],
  },
  form: [
    { fields: ['name', 'state', 'rows_done', 'rows_total', 'added', 'moved', 'retired', 'changed', 'user', 'error'] },
  ],
  scope: 'empresa',
  verbs: ['index', 'show'],
  actions: jobVerbs('O que já foi sincronizado fica.'),
})
