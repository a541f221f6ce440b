import { metas, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

const metas_only_father = metas('Campos', { max: 100 })

/** Settings of the office, with fields defined at run time. */
export const configurations = resource({
  path: 'configurations',
  text: { one: 'configuração', many: 'configurações', gender: 'f' },
  fields: { name: text('Título', { required: true, max: 120 }), metas_only_father },
  list: { columns: ['name'], sort: 'name', search: ['name'] },
  form: [{ fields: ['name'] }, { title: 'Campos', fields: ['metas_only_father'] }],
  scope: 'everyone',
})

/** The same, for one module of the product. */
export const moduleConfigurations = resource({
  path: 'module-configurations',
  text: { one: 'configuração do módulo', many: 'configurações do módulo', gender: 'f' },
  fields: {
    name: text('Título', { required: true, max: 120 }),
    module: ref('module-tickets', 'Módulo', { required: true }),
    metas_only_father,
  },
  list: { columns: ['name', 'module'], sort: 'name', search: ['name', 'module'] },
  form: [{ fields: ['name', 'module'] }, { title: 'Campos', fields: ['metas_only_father'] }],
  scope: 'everyone',
})
