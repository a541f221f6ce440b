import { choice, date, flag, instant, integer, lineList, ref, richtext, text } from '#kernel/field.ts'
import { resource, type RowOf } from '#kernel/resource.ts'

/** Stages of a news item, computed from its dates and draft flag. */
export const newsStages = {
  rascunho: { name: 'Rascunho', tone: 'neutro' },
  agendado: { name: 'Agendado', tone: 'info' },
  publicado: { name: 'Publicado', tone: 'ok' },
  encerrado: { name: 'Encerrado', tone: 'neutro' },
} as const
const stageNames = {
  rascunho: newsStages.rascunho.name,
  agendado: newsStages.agendado.name,
  publicado: newsStages.publicado.name,
  encerrado: newsStages.encerrado.name,
} as const
export type NewsStage = keyof typeof newsStages

const house = { internal: true } as const

/** News of the office, for its team, for its clients or for both; the bell of the top bar shows the latest. */
export const informative = resource({
  path: 'informative',
  text: { one: 'informativo', many: 'informativos', gender: 'm' },
  fields: {
    title: text('Título', { required: true, max: 160 }),
    category: ref('informative-categories', 'Categoria'),
    audience: choice({ equipe: 'Equipe', clientes: 'Clientes', todos: 'Todos' }, 'Para quem', {
      ...house,
      required: true,
      default: 'equipe',
      hint: 'Clientes leem só o que é para “Clientes” ou “Todos”',
    }),
    empresa: ref('empresas', 'Empresa', { ...house, hint: 'Só a equipe e os clientes dela leem; vazio: todas' }),
    profiles: lineList({ profile: ref('profiles', 'Perfil', { required: true }) }, 'Só para os perfis', {
      ...house,
      max: 30,
      one: 'perfil',
    }),
    client_types: lineList(
      { client_type: ref('client-types', 'Tipo de cliente', { required: true }) },
      'Só para os tipos de cliente',
      { ...house, max: 30, one: 'tipo de cliente' },
    ),
    draft: flag('Rascunho', { ...house, hint: 'Só quem escreve informativos vê' }),
    publish_at: instant('Publicar em', { hint: 'Vazio: agora' }),
    expires_at: instant('Encerrar em', { hint: 'Vazio: fica publicado' }),
    mandatory: flag('Leitura obrigatória', { hint: 'Cada pessoa confirma que leu' }),
    read_until: date('Ler até', { hint: 'Das leituras obrigatórias' }),
    content: richtext('Conteúdo', { required: true }),
    /** Sent when a text that readers already confirmed is changed; never stored. */
    read_again: choice(
      { sim: 'Sim, pedir nova leitura', nao: 'Não, a mudança é pequena' },
      'Quem já confirmou deve ler de novo?',
      { ...house, derived: true, secret: true },
    ),
    stage: choice(stageNames, 'Situação', { ...house, writable: false, derived: true }),
    /** The number of the current request for confirmation, from 1. */
    round: integer('Leitura', { ...house, required: true, writable: false, default: 1 }),
    updated_at_to_humans: text('Atualizado', { writable: false, derived: true }),
  },
  list: {
    columns: ['title', 'stage', 'audience', 'category', 'mandatory', 'empresa'],
    sort: '-updated_at',
    search: ['title', 'content'],
  },
  form: [
    { fields: ['title', 'category', 'content'] },
    { title: 'Para quem', fields: ['audience', 'empresa', 'profiles', 'client_types'] },
    { title: 'Quando', fields: ['draft', 'publish_at', 'expires_at'] },
    { title: 'Leitura', fields: ['mandatory', 'read_until', 'read_again'] },
  ],
  scope: 'everyone',
})

export type Informative = RowOf<typeof informative>
