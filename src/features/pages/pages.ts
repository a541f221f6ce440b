import { metas, richtext, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

/** Pages of text the house writes for those who sign in. */
export const pages = resource({
  path: 'pages',
  text: { one: 'página', many: 'páginas', gender: 'f' },
  fields: {
    name: text('Nome', { required: true, max: 120 }),
    code: text('Código', { max: 60, format: 'tag' }),
    slug: text('Identificador', { writable: false, max: 140 }),
    term: text('Termo', { max: 120 }),
    content: richtext('Conteúdo'),
    metas_only_father: metas('Campos', { max: 100 }),
  },
  list: { columns: ['name', 'code', 'term'], sort: 'name', search: ['name', 'code', 'term'] },
  form: [{ fields: ['name', 'code', 'term', 'content'] }, { title: 'Campos', fields: ['metas_only_father'] }],
  scope: 'everyone',
})
