import { flag, longtext, ref, text } from '#kernel/field.ts'
import { lookup, resource } from '#kernel/resource.ts'

/** Places of the web the work needs. */
export const links = resource({
  path: 'links-importantes',
  text: { one: 'link importante', many: 'links importantes', gender: 'm' },
  fields: {
    nome: text('Nome', { required: true, max: 120 }),
    url: text('Endereço', { required: true, format: 'url', max: 500 }),
    category: ref('links-importantes-categorias', 'Categoria'),
    descricao: longtext('Descrição', { max: 2_000 }),
    abrir_em_nova_aba: flag('Abrir em nova aba', { default: true }),
  },
  list: { columns: ['nome', 'url', 'category', 'descricao'], sort: 'nome', search: ['nome', 'descricao', 'url'] },
  form: [{ fields: ['nome', 'url', 'category', 'abrir_em_nova_aba', 'descricao'] }],
  scope: 'everyone',
})

export const linkCategories = lookup(
  'links-importantes-categorias',
  { one: 'categoria de link', many: 'categorias de link', gender: 'f' },
  { image: text('Imagem', { format: 'url', max: 500 }) },
)
