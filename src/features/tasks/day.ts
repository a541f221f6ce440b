import { dayAfter } from '#kernel/clock.ts'
import { weekEnd } from '#features/team/load.ts'

/** The parts of somebody's day, what presses first. */
export const buckets = {
  atrasadas: 'Atrasadas',
  hoje: 'Hoje',
  amanha: 'Amanhã',
  semana: 'Esta semana',
  depois: 'Depois',
} as const
export type Bucket = keyof typeof buckets
export const bucketNames = ['atrasadas', 'hoje', 'amanha', 'semana', 'depois'] as const satisfies readonly Bucket[]

/**
 * Where something falls, seen from a day: late once its last day is past, and before that by the day the office wants it, which
 * brings it up and makes nothing late. A week ends on its Sunday. Days are of Brasília, 'AAAA-MM-DD'.
 */
export function bucketOf({ last_on, due_on }: Pick<DayItem, 'last_on' | 'due_on'>, today: string): Bucket {
  if (last_on < today) return 'atrasadas'
  if (due_on <= today) return 'hoje'
  if (due_on === dayAfter(today, 1)) return 'amanha'
  return due_on <= weekEnd(today) ? 'semana' : 'depois'
}

/** Something of somebody's day: a task of a client, or a coleta no task speaks of. */
export interface DayItem {
  readonly kind: 'tarefa' | 'coleta'
  readonly uuid: string
  readonly name: string
  readonly client: { readonly id: number; readonly uuid: string; readonly name: string }
  /** The last day, shown large. */
  readonly last_on: string
  /** Until when the office wants it; the last day where it wants no other. */
  readonly due_on: string
  readonly opens_on: string | null
  /** Of a coleta, the name of its status. */
  readonly status: string | null
  /** Done by sending the coleta it follows. */
  readonly by_collect: boolean
  readonly link: string | null
  readonly items: number
  readonly looked: number
  readonly reopened_on: string | null
  /** In whose place, while that person is away. */
  readonly instead_of: string | null
}
export interface DayPage {
  readonly today: string
  readonly person: { readonly id: number; readonly name: string }
  readonly data: readonly DayItem[]
  /** Of each part, how many there are, shown or not. */
  readonly counts: Readonly<Record<Bucket, number>>
  readonly done_today: number
}
