import { longtext, metas } from '#kernel/field.ts'
import { lookup } from '#kernel/resource.ts'

/** What some clients ask to be told of them and others do not: a set of fields to bring into their records. */
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
