import { instant, integer, ref, text } from '#kernel/field.ts'
import { resource, type RowOf } from '#kernel/resource.ts'

const readOnlyTold = { told: true, writable: false } as const

/** A permanent transfer of work from one person to another; `handover_rows` lists what was moved. */
export const handovers = resource({
  path: 'handovers',
  text: { one: 'passagem', many: 'passagens', gender: 'f' },
  fields: {
    /** What was moved, in words: '12 clientes e 3 coletas'. */
    name: text('O que passou', { required: true, writable: false, max: 255 }),
    /** None where it was nobody's. */
    giver: ref('people', 'De', readOnlyTold),
    receiver: ref('people', 'Para', { ...readOnlyTold, required: true }),
    moved: integer('Passados', { required: true, writable: false }),
    /** What the receiver could not be given. */
    kept: integer('Ficaram', { required: true, writable: false }),
    user: ref('people', 'Quem passou', readOnlyTold),
    undone_at: instant('Desfeita em', { writable: false }),
    undone_by: ref('people', 'Quem desfez', readOnlyTold),
  },
  list: {
    columns: ['name', 'giver', 'receiver', 'moved', 'kept', 'user', 'undone_at'],
    sort: '-created_at',
    search: ['name', 'giver', 'receiver'],
  },
  form: [{ fields: ['name', 'giver', 'receiver', 'moved', 'kept', 'user', 'undone_at', 'undone_by'] }],
  scope: 'receiver',
  verbs: ['index', 'show'],
})

export type Handover = RowOf<typeof handovers>
