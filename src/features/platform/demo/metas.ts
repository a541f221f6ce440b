import { metaTypeId, type Extras, type Meta, type MetaType } from '#kernel/meta.ts'

const field = (
  key: string,
  type: MetaType,
  label: string,
  more: Partial<Extras> = {},
  fields: readonly Meta[] = [],
): Meta => ({
  key,
  meta_type_id: metaTypeId(type),
  value: null,
  extras: { label, class: 'col-6', ...more },
  fields,
})

/** What each particularity asks of its clients, by its place in the list. */
export const clientQuestions: readonly (readonly Meta[])[] = [
  [
    field('vizinha', 'text', 'Prestadora vizinha'),
    field('contrato-ate', 'date', 'Contrato de compartilhamento até', {
      hint: 'Quando vence o contrato dos postes e das torres.',
    }),
    field('infraestrutura', 'multiselect', 'O que é compartilhado', { options: ['Postes', 'Torres', 'Dutos'] }),
  ],
  [
    field('certidao-ate', 'date', 'Certidão da Anatel válida até', { required: true }),
    field('orgao', 'text', 'Órgão atendido', { required: true }),
    field('pregao', 'text', 'Número do pregão'),
  ],
]
/** What was filled in of those, by key. */
export const filledByClients: Readonly<Record<string, string>> = {
  vizinha: 'Serra Net Telecom',
  infraestrutura: 'Postes\nTorres',
  orgao: 'Prefeitura municipal',
  pregao: '014/2026',
}

/** The fields of each tower: a group in a group, with a day, a choice and a file. */
export const towerFields: readonly Meta[] = [
  field('torre', 'group', 'Torre', {}, [
    field('tipo', 'select', 'Tipo', { options: ['Autoportante', 'Estaiada', 'Poste'] }),
    field('altura', 'number', 'Altura (m)'),
    field('vistoria', 'group', 'Última vistoria', {}, [
      field('dia', 'date', 'Dia', { class: 'col-4' }),
      field('balizamento', 'boolean', 'Balizamento aceso', { class: 'col-4' }),
      field('laudo', 'file', 'Laudo', { class: 'col-12' }),
    ]),
  ]),
]
export const filledOfTower: Readonly<Record<string, string>> = {
  tipo: 'Estaiada',
  altura: '42',
  balizamento: 'sim',
}

/** In how many hours the team answers, by internal key. */
export const replyHours: Readonly<Record<string, string>> = { 'horas-resposta': '24' }

/** Data of the signing engineer, by internal key. */
export const engineerData: Readonly<Record<string, string>> = {
  'rt-nome': 'Renata Prado Lima',
  'rt-titulo': 'engenheira eletricista',
  'rt-conselho': 'CREA',
  'rt-registro': 'SP-5060123456',
}
