import { ref, richtext, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

/** News for everyone who signs in; the bell of the top bar shows the latest. */
export const informative = resource({
  path: 'informative',
  text: { one: 'informativo', many: 'informativos', gender: 'm' },
  fields: {
    title: text('Título', { required: true, max: 160 }),
    category: ref('informative-categories', 'Categoria'),
    content: richtext('Conteúdo', { required: true }),
    updated_at_to_humans: text('Atualizado', { writable: false, derived: true }),
  },
  list: { columns: ['title', 'category'], sort: '-updated_at', search: ['title', 'content'] },
  form: [{ fields: ['title', 'category', 'content'] }],
  scope: 'everyone',
})
