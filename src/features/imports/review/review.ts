import { count } from '#kernel/text.ts'
import type { Text } from '#kernel/resource.ts'
import type { ImportProblem, ImportRule } from '#features/imports/section/section.ts'

type CounterTone = 'ok' | 'info' | 'neutro' | 'erro' | 'atencao'

/** A file's rows as they were judged, as `GET /imports/{id}/conferencia` answers. */
export interface Review {
  readonly data: readonly ReviewRow[]
  readonly total: number
  readonly page: number
  readonly size: number
  readonly rows: number
  readonly step: 'ler' | 'conferir' | 'gravar' | 'desfazer'
  readonly facts: readonly (readonly [string, string])[]
  /** The tab that was read, among those of its workbook. */
  readonly sheet: string | null
  readonly sheets: readonly string[]
  readonly header: readonly string[]
  readonly mapping: readonly (string | null)[]
  readonly columns: readonly { readonly key: string; readonly label: string; readonly needed: boolean }[]
  readonly keys: readonly { readonly key: string; readonly label: string }[]
  readonly counts: Readonly<Record<string, number>>
  readonly units: Readonly<Record<string, number>>
  readonly groups: readonly ProblemGroup[]
}
export interface ReviewRow {
  readonly row: number
  readonly lead: number | null
  readonly cells: readonly string[]
  readonly original: readonly string[] | null
  readonly verdict: string | null
  readonly problems: readonly ImportProblem[]
  readonly changes: readonly (readonly [label: string, before: string, after: string])[]
  readonly target: number | null
  readonly state: string | null
  readonly said: string | null
}
export interface ProblemGroup {
  readonly column: string | null
  readonly label: string
  readonly rule: ImportRule
  readonly message: string
  readonly rows: number
  readonly first: number
  readonly last: number
  readonly values: readonly { readonly value: string; readonly rows: number }[]
}
/** What of the rows is looked at. */
export interface RowsLook {
  readonly verdict?: string
  readonly problem?: string
  readonly page: number
}

export const lines = { one: 'linha', many: 'linhas', gender: 'f' } as const satisfies Text

/** Where a row stands, in a word and a tone. */
export function standingOfRow({
  verdict,
  state,
}: Pick<ReviewRow, 'verdict' | 'state'>): readonly [CounterTone, string] {
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

/** How a group of problems is asked for. */
export const groupKey = ({ column, rule }: Pick<ProblemGroup, 'column' | 'rule'>) => `${column ?? ''}:${rule}`

/** 'linha 4', 'linhas 4 a 90': where to look. */
export const whereOf = ({ first, last }: Pick<ProblemGroup, 'first' | 'last'>) =>
  first === last ? `linha ${first}` : `entre as linhas ${first} e ${last}`

/** What writing does, as its button says: 'Gravar 12 novos e 3 mudados'. */
export function saidWriting({ criar = 0, atualizar = 0 }: Readonly<Record<string, number>>, { gender }: Text): string {
  const end = gender === 'f' ? 'a' : 'o'
  const parts = [
    ...(criar ? [count(criar, { one: `nov${end}`, many: `nov${end}s`, gender })] : []),
    ...(atualizar ? [count(atualizar, { one: `mudad${end}`, many: `mudad${end}s`, gender })] : []),
  ]
  return parts.length ? `Gravar ${parts.join(' e ')}` : 'Nada a gravar'
}

/** Which of the five steps is being stood on. */
export function reviewStep(state: string, step: Review['step'] | undefined): number {
  if (state === 'em-preparo') return 2
  if (step === 'gravar') return state === 'concluido' ? 4 : 3
  if (step === 'desfazer') return 4
  return state === 'na-fila' || state === 'processando' ? 2 : 1
}
