import type { Config } from '#server/config.ts'
import type { HealthLine } from '#server/health-line.ts'
import type { ChoreStatus, House, Keeper } from '#server/house.ts'
import type { Ctx } from '#server/operation.ts'

/** Something that an administrator wakes up for, handed in by the feature that knows it. */
export interface HealthCheck {
  readonly key: string
  readonly title: string
  /** Null where this installation has nothing of the kind. It reads what is measured already: all checks together take less than 100 ms. */
  readonly read: (question: HealthQuestion) => Promise<HealthLine | null>
}

export interface HealthQuestion {
  readonly house: House
  /** Of the reader, who sees the rows of one company or of all. */
  readonly ctx: Ctx
  readonly now: Date
}

/** Lines of the chores that measure something. */
export const choreLines = (
  { chores }: Pick<Keeper, 'chores'>,
  standing: readonly ChoreStatus[],
  given: { readonly config: Config; readonly now: Date },
): readonly (HealthLine & { readonly key: string; readonly title: string })[] =>
  chores.flatMap(({ name, health }) => {
    const figures = standing.find(each => each.name === name)?.figures ?? null
    return health ? [{ key: name, title: health.title, ...health.read({ ...given, figures }) }] : []
  })
