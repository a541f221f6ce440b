import type { Registry } from 'prom-client'
import { publishMetric, sometimes } from '#server/figures.ts'
import type { Keeper, ChoreStatus } from '#server/house.ts'

/** Publishes how the chores go, whichever process did them, and the figures of their last run that a chore declares. */
export function observeChores(register: Registry, { chores, standing }: Pick<Keeper, 'chores' | 'standing'>) {
  const rows = sometimes(() => standing())
  const ofEach = (name: string, help: string, value: (chore: ChoreStatus) => number | null) =>
    publishMetric(register, {
      name,
      help,
      labels: ['chore'],
      read: async () =>
        ((await rows()) ?? []).flatMap(row => {
          const found = value(row)
          return found === null ? [] : [[found, { chore: row.name }] as const]
        }),
    })
  ofEach('chore_last_success_timestamp_seconds', 'When a chore last ended well, by its name', ({ succeeded_at }) =>
    succeeded_at === null ? null : Date.parse(succeeded_at) / 1000,
  )
  ofEach('chore_failures_total', 'Times a chore failed, ever', ({ failures }) => failures)
  for (const chore of chores)
    for (const { name, help, value } of chore.metrics ?? [])
      publishMetric(register, {
        name,
        help,
        read: async () => {
          const figures = (await rows())?.find(row => row.name === chore.name)?.figures
          const found = figures ? value(figures) : null
          return found === null ? null : [[found]]
        },
      })
}
