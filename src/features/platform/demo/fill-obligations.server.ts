import { obligations } from '#features/regulatory/obligations/obligations.ts'
import { chance } from '#features/platform/demo/chance.ts'
import { daysFrom, knownFor } from '#features/platform/demo/days.ts'
import { sow } from '#features/platform/demo/sow.server.ts'
import type { DemoProvider } from '#features/platform/demo/providers.ts'
import { dutiesBetween } from '#features/regulatory/obligations/duties.ts'
import { rules } from '#features/regulatory/obligations/rules.ts'
import type { Sql } from '#server/operation.ts'

/** Days after which nothing is left undone. */
const settledAfter = 75

interface ObligationSowing {
  readonly clients: readonly number[]
  readonly users: readonly number[]
  readonly today: string
}

/** Marks most of what fell due as done, and some of what is to come: a house that keeps up, with a few behind. */
export async function fillObligations(
  db: Sql,
  all: readonly DemoProvider[],
  { clients, users, today }: ObligationSowing,
) {
  const duties = dutiesBetween(rules, daysFrom(today, -400), daysFrom(today, 15)).filter(({ rule }) => !rule.told)
  const since = daysFrom(today, -knownFor)
  const done = all.flatMap(({ index, regime, active }) =>
    duties.flatMap(({ rule, period, due }, i) => {
      const luck = chance(50_000 + index * 500 + i)
      const past = due < today
      const forgotten = luck.whole(1, 100) > (past ? 97 : active ? 30 : 0)
      const settled = due < daysFrom(today, -settledAfter)
      // Only active clients begin at `since`: those that left had been there before.
      if ((active && due < since) || (forgotten && !settled) || rule.licensed || rule.exempt?.includes(regime))
        return []
      const day = past ? daysFrom(due, -luck.whole(0, 6)) : daysFrom(today, -luck.whole(0, 3))
      const note =
        luck.whole(1, 6) === 1 ? luck.pick(['Guia paga pelo contador.', 'Recibo na pasta do cliente.']) : null
      return {
        obligation: rule.id,
        period,
        client_id: clients[index] ?? 0,
        done_on: day,
        note,
        user_id: users[luck.whole(1, 3)] ?? null,
      }
    }),
  )
  await sow(db, obligations, done)
}
