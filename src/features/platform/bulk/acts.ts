import { choice, integer, longtext, readOnly, ref, text } from '#kernel/field.ts'
import { resource, type AnyResource, type Text, type Verb } from '#kernel/resource.ts'
import { count, join } from '#kernel/text.ts'
import { progress } from '#features/platform/exports/jobs.ts'

/** Acts that are done to all rows of a list that match. */
export const wholeActs = ['enable', 'disable', 'destroy', 'update', 'restaurar'] as const
export type WholeActName = (typeof wholeActs)[number]
/** Besides those, what only undoes one of them. */
export type BulkActName = WholeActName | 'reverter'

interface ActWords {
  readonly label: string
  /** Of one row, in the masculine: 'ativado'. */
  readonly participle: string
  /** Of one row and of more that were so before; null where there are none. */
  readonly already: readonly [one: string, many: string] | null
  readonly undoneBy: BulkActName
  /** The act on one row of the same permission. */
  readonly right: Verb | 'restaurar'
}
const hadValues = ['já tinha estes valores', 'já tinham estes valores'] as const
export const actWords: Readonly<Record<BulkActName, ActWords>> = {
  enable: {
    label: 'Ativar',
    participle: 'ativado',
    already: ['já estava em uso', 'já estavam em uso'],
    undoneBy: 'disable',
    right: 'enable',
  },
  disable: {
    label: 'Inativar',
    participle: 'inativado',
    already: ['já estava sem uso', 'já estavam sem uso'],
    undoneBy: 'enable',
    right: 'disable',
  },
  destroy: { label: 'Excluir', participle: 'excluído', already: null, undoneBy: 'restaurar', right: 'destroy' },
  update: { label: 'Alterar', participle: 'alterado', already: hadValues, undoneBy: 'reverter', right: 'update' },
  restaurar: { label: 'Restaurar', participle: 'restaurado', already: null, undoneBy: 'destroy', right: 'restaurar' },
  reverter: { label: 'Reverter', participle: 'revertido', already: hadValues, undoneBy: 'update', right: 'update' },
}
export const isBulkAct = (name: string): name is BulkActName => Object.hasOwn(actWords, name)

const countField = { ...readOnly, min: 0 } as const

/** Acts on all rows of a list that matched a query when it was confirmed. Each is seen by who did it, and by nobody else. */
export const bulkActs = resource({
  path: 'bulk-acts',
  text: { one: 'ato em lote', many: 'atos em lote', gender: 'm' },
  fields: {
    name: text('O que se faz', { ...readOnly, required: true, max: 200 }),
    resource: text('Seção', { ...readOnly, required: true, max: 60 }),
    act: choice(Object.fromEntries(Object.entries(actWords).map(([name, { label }]) => [name, label])), 'Ato', {
      ...readOnly,
      required: true,
    }),
    query: longtext('Busca e filtros', { ...readOnly, max: 8_000 }),
    /** JSON of what an act that changes fields writes, by the wire's keys. */
    draft: longtext('Valores', { ...readOnly, max: 200_000 }),
    undoes: ref('bulk-acts', 'Desfaz', readOnly),
    ...progress,
    changed: integer('Registros mudados', { ...countField, required: true, default: 0 }),
    unchanged: integer('Registros que já estavam assim', { ...countField, required: true, default: 0 }),
    refused: integer('Registros recusados', { ...countField, required: true, default: 0 }),
  },
  list: { columns: ['name', 'state', 'changed', 'unchanged', 'refused', 'user'], sort: '-created_at' },
  form: [{ fields: ['name', 'state', 'changed', 'unchanged', 'refused', 'user', 'error'] }],
  scope: 'everyone',
  verbs: [],
})

/** How many rows an act changed, found so already, and was refused. */
export interface BulkOutcome {
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
}

/** 'Inativar 1.502 estações'. */
export const bulkActInWords = ({ text: of }: Pick<AnyResource, 'text'>, act: BulkActName, rows: number) =>
  `${actWords[act].label} ${count(rows, of)}`

/** 'Alterar Abertura e Meio de 1.502 estações'. */
export const changeOfFieldsInWords = (
  { text: of }: Pick<AnyResource, 'text'>,
  labels: readonly string[],
  rows: number,
) => `${actWords.update.label} ${labels.length > 3 ? `${labels.length} campos` : join(labels)} de ${count(rows, of)}`

const inGender = (participle: string, { gender }: Text, rows: number) =>
  `${gender === 'f' ? participle.replace(/o$/, 'a') : participle}${rows === 1 ? '' : 's'}`

/** '1.480 estações inativadas, 19 já estavam sem uso, 3 recusadas'. */
export function outcomeInWords(
  { text: of }: Pick<AnyResource, 'text'>,
  act: BulkActName,
  { changed, unchanged, refused }: BulkOutcome,
): string {
  const { participle, already } = actWords[act]
  const parts = [`${count(changed, of)} ${inGender(participle, of, changed)}`]
  if (unchanged && already) parts.push(`${unchanged.toLocaleString('pt-BR')} ${already[unchanged === 1 ? 0 : 1]}`)
  if (refused) parts.push(`${refused.toLocaleString('pt-BR')} ${inGender('recusado', of, refused)}`)
  return parts.join(', ')
}
