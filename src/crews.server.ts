import type { ServerFeature } from '#features/feature.server.ts'
import { openCourier } from '#features/platform/integrations/courier.server.ts'
import { areAllPrepared, openSender } from '#features/platform/mails/sender.server.ts'
import type { Integration } from '#parts/integration/integration.server.ts'
import type { House } from '#server/house.ts'
import type { JobPace } from '#server/jobs/open.ts'
import { openRunner, type Runner } from '#server/jobs/runner.ts'
import type { AnyWork } from '#server/jobs/work.ts'

interface CrewParts {
  readonly house: House
  readonly works: readonly AnyWork[]
  readonly mails: NonNullable<ServerFeature['mails']>
  readonly integrations: readonly Integration[]
  readonly pace: JobPace
  readonly now: () => Date
  readonly failed: (error: unknown, what: string) => void
}

export interface Crews {
  /** Requests wake it when they leave a job; mails have the other. */
  readonly runner: Pick<Runner, 'nudge' | 'abort'> | null
  readonly sender: { nudge(): void } | null
  /** What a process that is dead began is done again at once. */
  recover(): Promise<void>
  nudge(): void
  /** Once jobs, mails and items are done, as far as they can be now. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** Those who do in the background what requests leave to them: jobs, mails, and what goes to other systems. */
export function openCrews({ house, works, mails, integrations, pace, now, failed }: CrewParts): Crews {
  if (!areAllPrepared(mails)) throw new Error('a kind of mail is prepared by no feature')
  const runner = openRunner(house, works, pace, error => failed(error, 'a job failed'))
  const sender = openSender(house, mails, pace, now, error => failed(error, 'a mail did not go'))
  const courier = openCourier(house, integrations, pace, now, error => failed(error, 'an item did not go'))
  const all = [runner, sender, courier]
  return {
    runner,
    sender,
    recover: async () => void (await Promise.all([sender.recover(), courier.recover()])),
    nudge: () => all.forEach(each => each.nudge()),
    settled: async () => {
      for (const each of all) await each.settled()
    },
    stop: async () => void (await Promise.all(all.map(each => each.stop()))),
  }
}

/** Of a process that answers people alone: another does all of it. */
export const noCrews: Crews = {
  runner: null,
  sender: null,
  recover: async () => {},
  nudge: () => {},
  settled: async () => {},
  stop: async () => {},
}
