import type { ZodType } from 'zod'
import type { SendableCall } from '#kernel/call.ts'
import { permission } from '#kernel/access.ts'
import type { AnyResource } from '#kernel/resource.ts'

export interface RowEvent {
  readonly id: number
  readonly at: string
  readonly event: string
  readonly author: string | null
  readonly reason: string | null
  readonly changes: readonly {
    readonly field: string
    readonly label: string
    readonly before: string | null
    readonly after: string | null
    readonly restorable: boolean
  }[]
}
type RowHistory = ZodType<{ readonly data: readonly RowEvent[]; readonly more: boolean }>

/** Who changed what of a row, a page at a time, the latest first. */
export const historyOf = (of: AnyResource): SendableCall<`/${string}/:id/historico`, never, never, RowHistory> => ({
  method: 'GET',
  path: `/${of.path}/:id/historico`,
  id: permission(of, 'historico'),
  of,
})
