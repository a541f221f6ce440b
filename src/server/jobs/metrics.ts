import type { Registry } from 'prom-client'
import { publishMetric, sometimes } from '#server/figures.ts'
import type { Queue } from '#server/jobs/queue.ts'

/** Publishes the jobs in the queue, by their work and state, and how long the oldest of those whose time has come waits. */
export function observeJobs(register: Registry, queue: Pick<Queue, 'standing'>) {
  const rows = sometimes(() => queue.standing())
  publishMetric(register, {
    name: 'jobs',
    help: 'Jobs in the background, by their work and state; those that ended are counted for 30 days',
    labels: ['work', 'state'],
    read: async () =>
      ((await rows()) ?? []).flatMap(({ work, states }) =>
        Object.entries(states).map(([state, n]) => [n, { work, state }] as const),
      ),
  })
  publishMetric(register, {
    name: 'jobs_oldest_waiting_seconds',
    help: 'Seconds that the oldest job whose time has come waits to be begun, by its work',
    labels: ['work'],
    read: async () => ((await rows()) ?? []).map(({ work, oldest }) => [oldest, { work }] as const),
  })
}
