import { can, companyOf } from '#kernel/access.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { readSystem, type SystemLine } from '#features/platform/system/api.ts'
import { choresHealth, jobsHealth } from '#features/platform/system/background.server.ts'
import { databaseHealth, diskHealth, replicaHealth } from '#features/platform/system/database.server.ts'
import { nodeHealth, processesHealth, settingsHealth, versionHealth } from '#features/platform/system/program.server.ts'
import type { HealthLine } from '#server/health-line.ts'
import { choreLines, type HealthCheck, type HealthQuestion } from '#server/health.ts'
import type { House } from '#server/house.ts'
import type { AnyWork } from '#server/jobs/work.ts'
import { serve } from '#server/serve.ts'
import { settleWithin } from '#server/figures.ts'

interface SystemNeeds {
  readonly house: () => House
  readonly works: () => readonly AnyWork[]
  /** What the other rooms check. */
  readonly checks: () => readonly HealthCheck[]
}
type NamedLine = HealthLine & Pick<HealthCheck, 'key' | 'title'>

const order = ['parado', 'atencao', 'neutro', 'ok'] as const satisfies readonly SystemLine['state'][]

const ownChecks = (works: readonly AnyWork[]): readonly HealthCheck[] => [
  databaseHealth,
  diskHealth,
  replicaHealth,
  choresHealth,
  jobsHealth(works),
  processesHealth,
  versionHealth,
  nodeHealth,
  settingsHealth,
]

const unknown: HealthLine = {
  state: 'atencao',
  text: 'Não foi possível conferir agora. A tela tenta de novo sozinha; se continuar assim, veja o log do servidor.',
}

/** One that fails or takes long does not take the others with it. */
async function lineOf({ key, title, read }: HealthCheck, question: HealthQuestion): Promise<readonly NamedLine[]> {
  const line = await settleWithin(read(question)).catch(() => unknown)
  return line ? [{ key, title, ...line }] : []
}

/** Checks at once: together they would take every connection from the people they are about. */
const lanes = 3

async function inLanes<T, Found>(all: readonly T[], work: (each: T) => Promise<Found>): Promise<readonly Found[]> {
  const found: Found[] = []
  const left = all.entries()
  const lane = async () => {
    for (const [at, each] of left) found[at] = await work(each)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return found
}

async function measuredLines({ house, now }: HealthQuestion): Promise<readonly NamedLine[]> {
  const { chores, config } = house
  return choreLines(chores, await chores.standing(), { config, now })
}

export const systemOnServer = ({ house, works, checks }: SystemNeeds): ServerFeature => ({
  operations: () => [
    serve(readSystem, async ctx => {
      const question: HealthQuestion = { house: house(), ctx, now: new Date() }
      const measured = await measuredLines(question)
      const found = await inLanes([...ownChecks(works()), ...checks()], each => lineOf(each, question))
      const lines = [...measured, ...found.flat()].map(({ link, ...line }): SystemLine => {
        const isOpen = link && (link.needs === undefined || can(ctx.user, link.needs))
        return { ...line, link: isOpen ? { to: link.to, label: link.label } : null }
      })
      return {
        data: {
          at: question.now.toISOString(),
          narrowed: companyOf(ctx.user) !== null,
          lines: lines.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state)),
        },
      }
    }),
  ],
})
