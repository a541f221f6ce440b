import { flag, instant, longtext, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

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
    /** Since when its address has not answered, where two looks in a row say so. */
    failing_since: instant('Sem resposta desde', { writable: false, derived: true, internal: true }),
    /** What came of the last look at its address. */
    check_said: text('Última conferência', { writable: false, derived: true, internal: true }),
  },
  list: {
    columns: ['nome', 'url', 'category', 'descricao', 'failing_since'],
    sort: 'nome',
    search: ['nome', 'descricao', 'url'],
  },
  form: [{ fields: ['nome', 'url', 'category', 'abrir_em_nova_aba', 'descricao'] }],
  scope: 'everyone',
})

export const linkCategories = resource({
  path: 'links-importantes-categorias',
  text: { one: 'categoria de link', many: 'categorias de link', gender: 'f' },
  fields: {
    nome: text('Nome', { required: true, max: 120 }),
    slug: text('Identificador', { writable: false, max: 140 }),
    image: text('Imagem', {
      format: 'url',
      max: 500,
      hint: 'Só é desenhada a que for enviada aqui, que preenche este endereço',
    }),
    updated_at_to_humans: text('Atualizada', { writable: false, derived: true }),
  },
  list: { columns: ['nome', 'image'], sort: 'nome', search: ['nome', 'image'] },
  form: [{ fields: ['nome', 'image'] }],
  scope: 'everyone',
})

/** Bytes of the image of a category: it is drawn no larger than a thumb. */
export const imageLimit = 64 * 1024
