import { setTimeout as pause } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Keeper, ChoreStatus } from '#server/house.ts'

/** Milliseconds to wait: clients request metrics most when the database is slow. */
const patience = 1_000

/** How the chores go, whichever process did them; nothing while the database does not answer. */
export function observeChores(register: Registry, keeper: Pick<Keeper, 'standing'>) {
  const gauge = (name: string, help: string, value: (chore: ChoreStatus) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['chore'],
      registers: [register],
      async collect() {
        const nothing = pause(patience, [], { ref: false })
        for (const chore of await Promise.race([keeper.standing().catch(() => []), nothing])) {
          const found = value(chore)
          if (found !== null) this.set({ chore: chore.name }, found)
        }
      },
    })
  gauge('chore_last_success_timestamp_seconds', 'When a chore last ended well, by its name', ({ succeeded_at }) =>
    succeeded_at === null ? null : Date.parse(succeeded_at) / 1000,
  )
  gauge('chore_failures_total', 'Times a chore failed, ever', ({ failures }) => failures)
}
