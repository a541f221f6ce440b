import { choice, ref, richtext, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

/** News of the house, for its team, for its clients or for both; the bell of the top bar shows the latest. */
export const informative = resource({
  path: 'informative',
  text: { one: 'informativo', many: 'informativos', gender: 'm' },
  fields: {
    title: text('Título', { required: true, max: 160 }),
    category: ref('informative-categories', 'Categoria'),
    audience: choice({ equipe: 'Equipe', clientes: 'Clientes', todos: 'Todos' }, 'Para quem', {
      required: true,
      internal: true,
      default: 'equipe',
      hint: 'Clientes leem só o que é para “Clientes” ou “Todos”',
    }),
    empresa: ref('empresas', 'Empresa', { internal: true, hint: 'Só a equipe e os clientes dela leem; vazio: todas' }),
    content: richtext('Conteúdo', { required: true }),
    updated_at_to_humans: text('Atualizado', { writable: false, derived: true }),
  },
  list: { columns: ['title', 'audience', 'category', 'empresa'], sort: '-updated_at', search: ['title', 'content'] },
  form: [{ fields: ['title', 'audience', 'empresa', 'category', 'content'] }],
  scope: 'everyone',
})
