import { dayAfter } from '#kernel/clock.ts'
import type { DayItem } from '#features/regulatory/tasks/schema.ts'
import { weekEnd } from '#features/people/team/load.ts'

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
