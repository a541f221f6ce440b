import type { AnyResource } from '#kernel/resource.ts'
import type { House } from '#server/house.ts'
import { repeatEvery, openCrew } from '#server/jobs/crew.ts'
import type { Leases } from '#server/jobs/leases.ts'
import type { JobPace } from '#server/jobs/open.ts'

interface DispatcherOptions<Row extends { readonly id: number; readonly run: string; readonly uuid: string }> {
  readonly house: Pick<House, 'database' | 'events'>
  /** The section of the rows: its open screens learn of each try. */
  readonly of: AnyResource
  readonly leases: Leases<Row>
  readonly pace: Pick<JobPace, 'pollMs' | 'lease'>
  readonly now: () => Date
  readonly failed: (error: unknown) => void
  /** Sends one row and stores the end of the try. */
  readonly attempt: (row: Row) => Promise<void>
}

/** Rows on their way at once: a receiver that is slow to one delays few others. */
const atOnce = 4

/** Sends the rows of an outbox that are due, a few at a time, until it is stopped. */
export function openDispatcher<Row extends { readonly id: number; readonly run: string; readonly uuid: string }>({
  house,
  of,
  leases,
  pace: { pollMs, lease },
  now,
  failed,
  attempt,
}: DispatcherOptions<Row>) {
  const { kysely } = house.database
  const crew = openCrew({ atOnce, take: () => leases.take(kysely, now(), lease), work, failed })
  const report = (error: unknown) => crew.closing || failed(error)

  async function work(row: Row) {
    const renewal = repeatEvery((lease * 1_000) / 3, () => leases.renew(kysely, row, now(), lease), report)
    try {
      await attempt(row)
    } finally {
      clearInterval(renewal)
      house.events.tell({ of, uuid: row.uuid })
    }
  }
  const polling = repeatEvery(pollMs, async () => crew.nudge(), report)

  return {
    nudge: crew.nudge,
    settled: crew.settled,
    /** Reports a failure, unless it comes of the process being stopped. */
    report,
    recover: () => leases.recover(kysely, now()),
    /** Lets what is on its way arrive, and takes no more. */
    async stop() {
      clearInterval(polling)
      await crew.stop()
    },
  }
}
