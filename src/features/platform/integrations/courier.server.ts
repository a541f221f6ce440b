import { anonymousUser, type User } from '#kernel/access.ts'
import { Problem } from '#kernel/problem.ts'
import {
  endItem,
  itemLeases,
  noteLine,
  noticeLeases,
  type ItemEnd,
  type LeasedItem,
} from '#features/platform/integrations/queue.server.ts'
import type { Integration, SendPlace, SentItem, Talk } from '#parts/integration/integration.server.ts'
import { integrationNames } from '#parts/integration/integration.ts'
import { masked } from '#parts/integration/mask.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import { talkTo, wordsOfTrouble } from '#parts/integration/talk.server.ts'
import { contextOf } from '#server/context.ts'
import type { House } from '#server/house.ts'
import { repeatEvery } from '#server/jobs/crew.ts'
import { openDispatcher } from '#server/jobs/dispatcher.ts'
import type { JobPace } from '#server/jobs/open.ts'
import type { Ctx } from '#server/operation.ts'
import { Unanswered } from '#server/outbound.ts'

/** Seconds until the next try of what may go later; after the last it is given up. */
const pauses = [60, 300, 900, 3_600, 10_800, 43_200] as const

const dead = 'O envio parou no meio mais de uma vez. Confira do outro lado se chegou, e tente de novo.'
const cutShort = 'A tentativa anterior parou no meio. Esta pergunta antes se o outro lado já recebeu.'
const ownFault = 'Algo falhou do nosso lado ao enviar.'

/** Writes down what another service answered: it sees the rows of every company, and has no permission. */
const officeUser: User = { ...anonymousUser, profile: { ...anonymousUser.profile, audience: 'equipe' } }

/** Another process leased the item meanwhile: nothing of this try is stored. */
class Lost extends Error {}

/** Sends what waits in the queue of integrations, a few items at a time, until it is stopped. */
export function openCourier(
  house: House,
  integrations: readonly Integration[],
  pace: Pick<JobPace, 'pollMs' | 'lease'>,
  now: () => Date,
  failed: (error: unknown) => void,
) {
  const { kysely } = house.database
  const shared = { house, of: integrationQueues, pace, now, failed, attempt }
  // Receivers of notices are anybody's machines: what they are slow to take holds up no invoice.
  const dispatcher = openDispatcher({ ...shared, leases: itemLeases })
  const notices = openDispatcher({ ...shared, leases: noticeLeases })
  const byKey = new Map(integrations.map(each => [each.key, each]))

  async function attempt(item: LeasedItem) {
    house.events.tell({ of: integrationQueues, uuid: item.uuid })
    try {
      if (item.cut)
        await noteLine(kysely, item.id, now(), {
          outcome: 'interrompido',
          attempt: item.attempt - 1,
          message: cutShort,
        })
      await (item.tries > pausesOf(item).length + 1 ? end(item, { state: 'falhou', words: dead }) : go(item))
    } catch (error) {
      if (!(error instanceof Lost)) throw error
    }
  }

  async function go(item: LeasedItem) {
    try {
      const sent = await send(item)
      if (sent.state === 'adiado') return await postpone(item, sent)
      const words = sent.state === 'enviado' ? sent.note : sent.why
      await end(item, { state: sent.state, words }, sent.settle)
    } catch (error) {
      if (error instanceof Lost) throw error
      if (!isRefusal(error) && !(error instanceof Unanswered)) dispatcher.report(error)
      await end(item, verdict(item, error, pausesOf(item)))
    }
  }

  const pausesOf = ({ integration }: LeasedItem) => byKey.get(integration)?.pauses ?? pauses

  async function postpone(
    item: LeasedItem,
    { why, wait = 0, settle, settleLater }: Extract<SentItem, { state: 'adiado' }>,
  ) {
    const pause = pausesOf(item)[item.tries - 1]
    const next = pause === undefined ? null : Math.max(pause, wait)
    const ended: ItemEnd = next === null ? { state: 'falhou', words: why } : { state: 'pendente', words: why, next }
    await end(item, ended, async ctx => {
      await settle?.(ctx)
      await settleLater?.(ctx, next)
    })
  }

  async function send(item: LeasedItem): Promise<SentItem> {
    const { config } = house
    const name = integrationNames[item.integration]
    const integration = byKey.get(item.integration)
    if (!integration?.send) return { state: 'falhou', why: `${name} não recebe envios nesta versão.` }
    const lacking = await integration.lacking(config, kysely)
    if (lacking !== null) return { state: 'falhou', why: lacking }
    const note: SendPlace['note'] = said =>
      noteLine(kysely, item.id, now(), { outcome: 'conversa', attempt: item.attempt, ...said })
    return integration.send(item, talkOf(item, integration), { config, sql: kysely, note })
  }

  /** Restricts requests to declared hosts, and logs each one. */
  const talkOf =
    (item: LeasedItem, { key, hosts }: Integration): Talk =>
    (url, asking = {}) => {
      if (hosts && !hosts(house.config).includes(url.host)) throw new Error(`${key} may not ask ${url.host}`)
      return talkTo(url, asking, said =>
        noteLine(kysely, item.id, now(), { outcome: 'conversa', attempt: item.attempt, ...said }),
      )
    }

  /** The mark, its line and what is settled are one transaction. It sees every company's rows, and has no permission. */
  async function end(item: LeasedItem, ended: ItemEnd, settle?: (ctx: Ctx) => Promise<void>) {
    const effects: (() => Promise<void>)[] = []
    await kysely.transaction().execute(async trx => {
      const words = masked(ended.words, 1_000)
      const request = { id: item.uuid, ip: '', agent: '', headers: {} }
      // What it is about is locked before the item, as when it is sent again: two orders of locks would wait for each other.
      await settle?.(contextOf(house, { user: officeUser, session_id: 0 }, request, trx, effects))
      if (!(await endItem(trx, item, now(), { ...ended, words }))) throw new Lost()
    })
    for (const effect of effects) await effect().catch(failed)
  }

  /** Lets each integration put into the queue what waits for it elsewhere. */
  let closing = false
  async function plan() {
    for (const integration of integrations) while (!closing && (await integration.plan?.())) notices.nudge()
    notices.nudge()
  }
  const planning = openPlanning(plan, failed)
  const polling = repeatEvery(pace.pollMs, planning.begin, failed)

  const nudge = () => {
    dispatcher.nudge()
    notices.nudge()
  }
  // The commit of a new item wakes the queue.
  const stopHearing = house.events.hear(({ of }) => void (of.path === integrationQueues.path && nudge()))
  return {
    // Both have their leases in one table.
    recover: dispatcher.recover,
    nudge: () => {
      nudge()
      void planning.begin()
    },
    async settled() {
      // One that runs already may have begun before what is waited for.
      await planning.ended()
      await planning.begin()
      await dispatcher.settled()
      await notices.settled()
    },
    async stop() {
      closing = true
      stopHearing()
      clearInterval(polling)
      await Promise.all([dispatcher.stop(), notices.stop(), planning.ended()])
    },
  }
}

/** Runs one planning at a time: a caller that comes meanwhile waits for the same one. */
function openPlanning(plan: () => Promise<void>, failed: (error: unknown) => void) {
  let running: Promise<void> | null = null
  return {
    begin: () =>
      (running ??= plan()
        .catch(failed)
        .finally(() => {
          running = null
        })),
    ended: async () => void (await running),
  }
}

/** What comes of a try that threw: a refusal is for good, whatever else may go well later. */
function verdict({ tries }: LeasedItem, error: unknown, pauses: readonly number[]): ItemEnd {
  const words =
    error instanceof Unanswered ? wordsOfTrouble(error) : error instanceof Problem ? error.message : ownFault
  const next = pauses[tries - 1]
  return next === undefined || isRefusal(error) ? { state: 'falhou', words } : { state: 'pendente', words, next }
}
const isRefusal = (error: unknown) => error instanceof Problem && error.status < 500
