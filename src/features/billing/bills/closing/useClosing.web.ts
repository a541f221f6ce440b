import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { readClosing, type ClosingBoard } from '#features/billing/bills/closing/api.ts'
import { billClosings } from '#features/billing/bills/closing/closings.ts'
import type { ClosingRow } from '#features/billing/bills/closing/schema.ts'
import { isStuck, isToDo, stepNames } from '#features/billing/bills/closing/steps.ts'
import { isGoing } from '#parts/progress/progress.ts'
import { useFollowed } from '#parts/progress/useFollowed.web.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'

const isMoving = (row: ClosingRow) => stepNames.some(name => row[name].state === 'andando')
const isMovingIn = (board: ClosingBoard | undefined) => board?.rows.some(isMoving) ?? false

/** The board of a month; while something of it is on its way it is read again. */
export function useClosingMonth(month: string, isWorking: boolean) {
  const answer = useAnswer(readClosing, { body: { month } }, { staleTime: 0, keepsPrevious: true, timeout: 60_000 })
  useFollowed('bills-to-receive', isWorking || isMovingIn(answer.data?.data))
  return answer
}

/** The last act on a month that its reader may follow. */
export function useLastClosing(month: string) {
  const { list } = callsOf(billClosings)
  const query = { 'filter[competence]': month, sort: '-id', per_page: 25 }
  const { data } = useAnswer(list, { query }, { enabled: can(useUser(), list.id) })
  const last = data?.data[0] ?? null
  useFollowed(billClosings.path, last !== null && isGoing(last))
  return last
}

export const closingFilters = {
  falta: 'com algo que não saiu',
  'a-fazer': 'a fazer',
  andando: 'em andamento',
  pronto: 'prontas',
} as const
export type ClosingFilter = keyof typeof closingFilters

/** Where a bill is as a whole: the worst of its steps. */
export function closingPlaceOf(row: ClosingRow): ClosingFilter {
  if (row.bill === 'paga') return 'pronto'
  if (stepNames.some(name => isStuck(row[name].state))) return 'falta'
  if (stepNames.some(name => isToDo(row[name].state))) return 'a-fazer'
  return isMoving(row) ? 'andando' : 'pronto'
}
