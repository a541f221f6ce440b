import { integer, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { jobVerbs, progress } from '#features/jobs/jobs.ts'

const done = { writable: false } as const
const counted = { ...done, min: 0 } as const

/** Tasks of many clients brought up to their templates in the background: how far that is, and for whom. */
export const taskSyncs = resource({
  path: 'tarefa-syncs',
  text: { one: 'sincronização de tarefas', many: 'sincronizações de tarefas', gender: 'f' },
  fields: {
    name: text('O que se sincroniza', { ...done, required: true, max: 200 }),
    ...progress,
    rows_done: integer('Clientes feitos', counted),
    rows_total: integer('Clientes ao todo', counted),
    added: integer('Tarefas criadas', counted),
    moved: integer('Tarefas remarcadas', counted),
    retired: integer('Tarefas retiradas', counted),
    /** What was to be done changed after it was confirmed: nothing was done of theirs. */
    changed: integer('Clientes deixados para ver de novo', counted),
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
