import { integer, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

/** The municipalities of IBGE, seeded at start; the id is not the IBGE code. */
export const cities = resource({
  path: 'cities',
  text: { one: 'município', many: 'municípios', gender: 'm' },
  fields: {
    label: text('Município', { required: true, writable: false }),
    name: text('Nome', { required: true, writable: false }),
    name_state: text('UF', { required: true, writable: false, format: 'uf' }),
    ibge: integer('Código IBGE', { required: true, writable: false }),
  },
  list: { columns: ['label', 'ibge'], sort: 'label', search: ['label', 'ibge'] },
  form: [],
  scope: 'everyone',
  verbs: ['index'],
})
