import type { Field } from '#kernel/field.ts'
import type { Text } from '#kernel/resource.ts'
import type { ColumnSource, Mapping } from '#features/regulatory/intake/mapping.ts'

export const columnText = { one: 'coluna', many: 'colunas', gender: 'f' } as const satisfies Text

/** What may be written for one of our columns: some words, or what a section's rows are called; else anything. */
export interface ColumnWords {
  readonly words?: readonly string[]
  /** The address of the section that is searched. */
  readonly of?: string
  readonly numeric?: boolean
}

/** Describes one of our columns to the user who maps it. */
export interface ColumnToMap extends ColumnWords {
  readonly key: string
  readonly label: string
  /** What the regulator's files call it. */
  readonly code?: string
  readonly needed: boolean
  readonly sources: readonly ColumnSource['from'][]
  /** Numbers alone may be in Kbps. */
  readonly speed?: boolean
}

/** What a field of ours may be written as. */
export function wordsOfField({ kind, options: { choices, to } }: Field): ColumnWords {
  if (kind === 'flag') return { words: ['Sim', 'Não'] }
  if (kind === 'choice') return { words: Object.values(choices ?? {}) }
  if (kind === 'ref' && to) return { of: to }
  return { numeric: kind === 'integer' }
}

/** A value of the file for which we have something else. */
export interface Seen<Key extends string = string> {
  readonly column: Key
  readonly from: string
  readonly count: number | null
  /** Becomes this value; null if unknown. */
  readonly to: string | null
  /** Why not. */
  readonly said: string | null
  /** What it may be: one of them is chosen. */
  readonly among?: readonly string[]
}

/** A mapping with one column's source changed; null takes it away. */
export function withSource<Key extends string>(
  mapping: Mapping<Key>,
  column: Key,
  source: ColumnSource | null,
): Mapping<Key> {
  const { [column]: _, ...others } = mapping.columns
  const columns: Mapping<string>['columns'] = source ? { ...others, [column]: source } : others
  return { ...mapping, columns }
}
