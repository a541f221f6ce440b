import { integer, longtext, readOnly, ref, text } from '#kernel/field.ts'
import { resource, type AnyResource, type Text } from '#kernel/resource.ts'
import { count, join } from '#kernel/text.ts'
import { progress } from '#features/platform/exports/jobs.ts'

/** Acts that are done to all rows of a list that match; besides these, the actions that a section offers for many. */
export const wholeActs = ['enable', 'disable', 'destroy', 'update', 'restaurar'] as const
export type WholeActName = (typeof wholeActs)[number]
/** Besides those, what only undoes one of them. */
export type BulkActName = WholeActName | 'reverter'

interface ActWords {
  readonly label: string
  /** Of one row, in the masculine: 'ativado'; null of an action, which is called by its label. */
  readonly participle: string | null
  /** Of one row and of more that were so before; null where there are none. */
  readonly already: readonly [one: string, many: string] | null
  readonly undoneBy: string
  /** The act on one row of the same permission. */
  readonly right: string
}
const inOtherState = ['estava em outra situação', 'estavam em outra situação'] as const
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

type Acted = Pick<AnyResource, 'text' | 'actions'>
/** The words of an act on rows of a section: one that every section has, or an action that this one offers for many rows. */
export function bulkActWords({ actions = {} }: Pick<Acted, 'actions'>, act: string): ActWords | undefined {
  if (isBulkAct(act)) return actWords[act]
  const { label, undoneBy } = actions[act] ?? {}
  return label === undefined || undoneBy === undefined
    ? undefined
    : { label, participle: null, already: inOtherState, undoneBy, right: act }
}

const countField = { ...readOnly, min: 0 } as const

/** Acts on all rows of a list that matched a query when it was confirmed. Each is seen by who did it, and by nobody else. */
export const bulkActs = resource({
  path: 'bulk-acts',
  text: { one: 'ato em lote', many: 'atos em lote', gender: 'm' },
  fields: {
    name: text('O que se faz', { ...readOnly, required: true, max: 200 }),
    resource: text('Seção', { ...readOnly, required: true, max: 60 }),
    act: text('Ato', { ...readOnly, required: true, max: 60 }),
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
export const bulkActInWords = (of: Acted, act: string, rows: number) =>
  `${bulkActWords(of, act)?.label} ${count(rows, of.text)}`

/** 'Alterar Abertura e Meio de 1.502 estações'. */
export const changeOfFieldsInWords = (
  { text: of }: Pick<AnyResource, 'text'>,
  labels: readonly string[],
  rows: number,
) => `${actWords.update.label} ${labels.length > 3 ? `${labels.length} campos` : join(labels)} de ${count(rows, of)}`

const inGender = (participle: string, { gender }: Text, rows: number) =>
  `${gender === 'f' ? participle.replace(/o$/, 'a') : participle}${rows === 1 ? '' : 's'}`

/** '1.480 estações inativadas, 19 já estavam sem uso, 3 recusadas', or 'Finalizar: 1.480 estações, 3 recusadas'. */
export function outcomeInWords(section: Acted, act: string, { changed, unchanged, refused }: BulkOutcome): string {
  const { text: of } = section
  const { label, participle, already } = bulkActWords(section, act) ?? actWords.update
  const acted = count(changed, of)
  const parts = [participle === null ? `${label}: ${acted}` : `${acted} ${inGender(participle, of, changed)}`]
  if (unchanged && already) parts.push(`${unchanged.toLocaleString('pt-BR')} ${already[unchanged === 1 ? 0 : 1]}`)
  if (refused) parts.push(`${refused.toLocaleString('pt-BR')} ${inGender('recusado', of, refused)}`)
  return parts.join(', ')
}
