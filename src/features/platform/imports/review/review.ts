import { count } from '#kernel/text.ts'
import type { Text } from '#kernel/resource.ts'
import type { NoticeGroup, ProblemGroup, Review, ReviewRow } from '#features/platform/imports/section/schema.ts'
import {
  wordsOfField,
  type ColumnToMap,
  type Seen,
  missingIn,
  translationKey,
  type Mapping,
} from '#features/regulatory/intake/mapping.ts'
import {
  columnAt,
  isNeeded,
  isTranslated,
  leftOutKinds,
  type FileLeftOut,
  type ImportSection,
} from '#features/platform/imports/section/section.ts'

type CounterTone = 'ok' | 'info' | 'neutro' | 'erro' | 'atencao'

export const lines = { one: 'linha', many: 'linhas', gender: 'f' } as const satisfies Text

/** Returns the label and the tone of a row's state. */
export function stateOfRow({ verdict, state }: Pick<ReviewRow, 'verdict' | 'state'>): readonly [CounterTone, string] {
  if (state !== null && state in states) return states[state] ?? waiting
  return (verdict === null ? undefined : judged[verdict]) ?? waiting
}
const waiting = ['neutro', 'A conferir'] as const
const judged: Readonly<Record<string, readonly [CounterTone, string]>> = {
  criar: ['ok', 'Criar'],
  atualizar: ['info', 'Atualizar'],
  igual: ['neutro', 'Sem mudança'],
  recusada: ['erro', 'Recusada'],
}
const states: Readonly<Record<string, readonly [CounterTone, string]>> = {
  feita: ['ok', 'Gravada'],
  falhou: ['erro', 'Falhou'],
  desfeita: ['neutro', 'Desfeita'],
  mantida: ['atencao', 'Mantida'],
}

/** A section's columns, as options for mapping those of a file. */
export const sectionColumns = ({ columns }: ImportSection): readonly ColumnToMap[] =>
  columns.map(column => ({
    ...wordsOfField(column.field),
    key: column.key,
    label: column.label,
    needed: isNeeded(column),
    sources: ['coluna', 'valor'],
    speed: column.speed ?? false,
  }))

/** Columns nothing was chosen for, and without which nothing is made. */
export function lackingIn({ columns }: ImportSection, mapping: Mapping) {
  return columns.filter(column => isNeeded(column) && missingIn(mapping, [column.key]).length > 0)
}

/** Lists the file's own words: those not understood first, then those a user has translated. */
export function valuesSeen(
  section: ImportSection,
  { groups, notices, mapping }: Pick<Review, 'groups' | 'notices' | 'mapping'>,
): readonly Seen[] {
  const unknown = [...groups, ...notices.filter(({ rule }) => rule === 'fora')].flatMap(
    ({ column: key, message, values }) => {
      const column = key === null ? undefined : columnAt(section, key)
      if (!column || !isTranslated(column)) return []
      return values.map(({ value, rows, among = [] }) => ({
        column: column.key,
        from: value,
        count: rows,
        to: null,
        said: message,
        among,
      }))
    },
  )
  const said = mapping.values.map(each => ({ ...each, count: null, said: null }))
  const known = new Set(said.map(({ column, from }) => translationKey(column, from)))
  return [...unknown.filter(({ column, from }) => !known.has(translationKey(column, from))), ...said]
}

/** Identifies a group of problems in a request. */
export const groupKey = ({ column, rule }: Pick<ProblemGroup | NoticeGroup, 'column' | 'rule'>) =>
  `${column ?? ''}:${rule}`

/** 'linha 4', 'linhas 4 a 90': where to look. */
export const whereOf = ({ first, last }: Pick<ProblemGroup, 'first' | 'last'>) =>
  first === last ? `linha ${first}` : `entre as linhas ${first} e ${last}`

/** What writing does, as its button says: 'Gravar 12 novos e 3 mudados'. */
export function writingInWords(
  { criar = 0, atualizar = 0 }: Readonly<Record<string, number>>,
  { gender }: Text,
): string {
  const end = gender === 'f' ? 'a' : 'o'
  const parts = [
    ...(criar ? [count(criar, { one: `nov${end}`, many: `nov${end}s`, gender })] : []),
    ...(atualizar ? [count(atualizar, { one: `mudad${end}`, many: `mudad${end}s`, gender })] : []),
  ]
  return parts.length ? `Gravar ${parts.join(' e ')}` : 'Nada a gravar'
}

export const importSteps = ['Arquivo', 'Colunas', 'Conferência', 'Gravação', 'Resultado'] as const
/** Which of the steps is being stood on. */
export function reviewStep(state: string, step: Review['step'] | undefined): number {
  if (state === 'em-preparo') return 2
  if (step === 'gravar') return state === 'concluido' ? 4 : 3
  if (step === 'desfazer') return 4
  return state === 'na-fila' || state === 'processando' ? 2 : 1
}

/** What of a file becomes no row, in words, with how many lines or cells it has. */
export const leftOutText = ({ what, text, count: n }: FileLeftOut): readonly [title: string, count: string] => [
  text ? `${leftOutKinds[what]} “${text}”` : leftOutKinds[what],
  n === null ? '' : count(n, what === 'coluna' ? cells : lines),
]
const cells = { one: 'célula', many: 'células', gender: 'f' } as const satisfies Text
