import { longtext, metas } from '#kernel/field.ts'
import { lookup } from '#kernel/resource.ts'

/** Particularities, which some clients have and others do not: each adds a set of fields to their records. */
const declared = lookup(
  'particularities',
  { one: 'particularidade', many: 'particularidades', gender: 'f' },
  {
    description: longtext('Descrição', { max: 2_000 }),
    metas_only_father: metas('Campos', { max: 100 }),
  },
)
export const particularities = {
  ...declared,
  list: { ...declared.list, columns: ['name', 'description'] as const },
  form: [{ fields: ['name', 'description'] as const }, { title: 'Campos', fields: ['metas_only_father'] as const }],
}
