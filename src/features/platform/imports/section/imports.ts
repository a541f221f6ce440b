import { choice, flag, instant, integer, lineList, text, readOnly } from '#kernel/field.ts'
import { resource, type RowOf } from '#kernel/resource.ts'
import { modes } from '#features/platform/imports/section/section.ts'
import { jobStates, progress } from '#features/platform/exports/jobs.ts'

/** What comes in by spreadsheet, by the address of its list; see `sections.ts`. And Anatel's file of providers. */
const received = {
  clients: 'Clientes',
  fistels: 'Fistéis',
  collects: 'Coletas',
  stations: 'Estações',
  anatel: 'Prestadoras da Anatel',
} as const
/** Sections that take a spreadsheet. */
export const sheetSections = ['clients', 'fistels', 'collects', 'stations'] as const
export const isSheetSection = (path: string): path is (typeof sheetSections)[number] =>
  sheetSections.some(each => each === path)
const countField = { writable: false, min: 0 } as const

/** A file that came in: judged row by row, and written once somebody has looked at it. */
export const imports = resource({
  path: 'imports',
  text: { one: 'importação', many: 'importações', gender: 'f' },
  fields: {
    name: text('Arquivo', { ...readOnly, required: true, max: 255 }),
    resource: choice(received, 'Seção', { ...readOnly, required: true, default: 'clients' }),
    ...progress,
    state: choice({ 'em-preparo': 'Em conferência', ...jobStates, desfeito: 'Desfeita' }, 'Situação', {
      ...readOnly,
      required: true,
      default: 'na-fila',
    }),
    size: integer('Tamanho (bytes)', countField),
    mode: choice(modes, 'O que fazer', { ...readOnly, required: true, default: 'ambos' }),
    match_by: text('Reconhecer por', { ...readOnly, max: 60 }),
    whole: flag('Tudo ou nada', readOnly),
    created: integer('Criados', countField),
    updated: integer('Atualizados', countField),
    same: integer('Sem mudança', countField),
    refused: integer('Recusadas', countField),
    undone_at: instant('Desfeita em', readOnly),
    errors: lineList(
      {
        row: integer('Linha', readOnly),
        field: text('Coluna', { ...readOnly, max: 60 }),
        message: text('Erro', { ...readOnly, max: 500 }),
      },
      'Erros por linha',
      { max: 1_000 },
    ),
  },
  list: {
    columns: ['name', 'resource', 'state', 'rows_done', 'rows_total', 'refused', 'user'],
    sort: '-created_at',
    search: ['name'],
  },
  form: [
    {
      fields: ['name', 'resource', 'state', 'created', 'updated', 'same', 'refused', 'user', 'finished_at', 'errors'],
    },
  ],
  scope: 'empresa',
  verbs: ['index', 'show', 'destroy', 'enable', 'disable'],
})
export type Import = RowOf<typeof imports>
/** Its rows may still be looked at, put right and chosen from. */
export const isOpen = ({ state }: Pick<Import, 'state'>) => ['em-preparo', 'cancelado', 'falhou'].includes(state)
