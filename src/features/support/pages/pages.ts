import { can, isStaff, type User } from '#kernel/access.ts'
import { choice, instant, integer, metas, ref, richtext, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

/** Pages of text the office writes for users. Readers see the newest published version of each. */
export const pages = resource({
  path: 'pages',
  text: { one: 'página', many: 'páginas', gender: 'f' },
  fields: {
    name: text('Nome', { required: true, max: 120 }),
    parent: ref('pages', 'Dentro de', { hint: 'A página sob a qual esta aparece; vazio: no começo' }),
    position: integer('Ordem', { min: 0, max: 9_999, hint: 'Entre as do mesmo lugar: a menor vem antes' }),
    audience: choice({ equipe: 'Equipe', clientes: 'Clientes', todos: 'Todos' }, 'Para quem', {
      required: true,
      internal: true,
      default: 'equipe',
      hint: 'A equipe lê todas; clientes, só as que são para “Clientes” ou “Todos”',
    }),
    code: text('Código', { max: 60, format: 'tag' }),
    slug: text('Identificador', { writable: false, max: 140 }),
    term: text('Termo', { max: 120 }),
    content: richtext('Texto publicado', { writable: false, derived: true }),
    published_at: instant('Publicada em', { writable: false, derived: true }),
    metas_only_father: metas('Campos', { max: 100 }),
  },
  list: {
    columns: ['name', 'parent', 'audience', 'published_at', 'code', 'term'],
    sort: 'name',
    search: ['name', 'code', 'term'],
  },
  form: [
    { fields: ['name', 'parent', 'position', 'audience', 'code', 'term'] },
    { title: 'Campos', fields: ['metas_only_father'] },
  ],
  scope: 'everyone',
})

/** The text of a page as it was published each time, and the one being written. */
export const pageVersions = resource({
  path: 'page-versions',
  text: { one: 'versão de página', many: 'versões de páginas', gender: 'f' },
  fields: {
    page: ref('pages', 'Página', { required: true, writable: false, retired: true }),
    content: richtext('Texto'),
    note: text('O que mudou', { max: 160, hint: 'Quem ler as versões vê isto' }),
    state: choice({ rascunho: 'Rascunho', publicada: 'Publicada', anterior: 'Anterior' }, 'Situação', {
      writable: false,
      derived: true,
    }),
    /** From 1 on, in the order of their publication; none while it is a draft. */
    number: integer('Versão', { writable: false, plain: true }),
    user: ref('users', 'Escrita por', { writable: false, told: true }),
    published_by: ref('users', 'Publicada por', { writable: false, told: true }),
    published_at: instant('Publicada em', { writable: false }),
  },
  list: {
    columns: ['page', 'state', 'number', 'note', 'user', 'published_by', 'published_at'],
    sort: '-created_at',
    search: ['note'],
  },
  form: [{ fields: ['content', 'note'] }],
  scope: 'everyone',
  verbs: ['index', 'show', 'update', 'destroy'],
  locked: [['state', ['publicada', 'anterior']]],
  actions: {
    publicar: {
      label: 'Publicar',
      confirm: 'Passa a ser o que todos leem. A versão de agora fica guardada.',
      when: ['state', 'rascunho'],
    },
    retomar: {
      label: 'Retomar como rascunho',
      confirm: 'Começa um rascunho com este texto. Nada muda para quem lê, até que ele seja publicado.',
      when: 'locked',
    },
  },
})

/** Who writes pages sees what is not published yet; who works in one company reads them, for they are of all. */
export const keepsPages = (user: User) => isStaff(user) && user.empresa_id === null && can(user, 'pages.update')
