import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chance, type Chance } from '#features/platform/demo/chance.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { firstDay, periodOf } from '#parts/period/period.ts'
import { cnpj } from '#test/support/drafts.ts'
import { makeProvider } from '#test/support/provider.ts'
import { dataOf, openWorld, rowsOf, type Row, type Target, type World } from '#test/support/world.ts'

/** A release shows 1000: TASK_SEQUENCES=1000. */
const sequences = Number(process.env.TASK_SEQUENCES ?? 25)
const steps = 6
const today = dayIn(new Date()).day
const start = firstDay(periodOf(today))

/** A calendar some template may have, whichever. */
function calendar(luck: Chance) {
  const [month, day] = [luck.whole(1, 12), luck.whole(1, 28)]
  const none = { obligation: null, recurrence: null }
  return luck.pick<object>([
    { ...none, recurrence: 'mensal', day, competence: luck.pick(['anterior', 'mesmo']) },
    { ...none, recurrence: 'ultimo-dia-util', lead_days: luck.whole(0, 12) },
    { ...none, recurrence: 'uma-vez', once_on: dayAfter(today, luck.whole(-20, 40)) },
    {
      ...none,
      recurrence: 'anual',
      dates: [{ month, day, opens_month: luck.pick([null, 1]), opens_day: luck.pick([null, 1]) }],
    },
    { ...none, obligation: 'fust', lead_days: luck.whole(0, 9) },
    { ...none, obligation: luck.pick(['acessos', 'funttel', 'inscricao-estadual']) },
  ])
}

describe('whatever is done to tasks', () => {
  let world: World
  let held: { client: Target; fistel: Target }
  let templates: readonly Row[] = []
  beforeAll(async () => {
    world = await openWorld()
    await sql`update tarefas set active = false`.execute(world.db)
    held = await makeProvider(world, {
      name: 'Provedor das Sequências',
      document: cnpj(7_300_000),
      tax_regime_id: null,
    })
    await sql`update fistel_tenures set since = since - 400 where fistel_id = ${held.fistel.id}`.execute(world.db)
    await sql`update clients set created_at = created_at - interval '400 days' where id = ${held.client.id}`.execute(
      world.db,
    )
    const made = []
    for (const nome of ['Uma', 'Outra', 'Mais uma'])
      made.push(dataOf(await world.call('superAdmin', 'POST', 'tarefas', { body: { nome, starts_on: start } })))
    templates = made
  })
  afterAll(() => world?.close())

  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    world.call('superAdmin', method, path, body === undefined ? {} : { body })
  const standing = async () => rowsOf(await call('GET', `clients/${held.client.uuid}/tarefas?per_page=100`))
  async function synchronise() {
    const url = `clients/${held.client.uuid}/tarefas/sincronizar`
    const { plan } = Object((await call('PUT', url, {})).body.data)
    expect(await call('PUT', url, { plan })).toMatchObject({ status: 200 })
    // Done, nothing is left of it.
    expect(Object((await call('PUT', url, {})).body.data)).toMatchObject({ added: 0, moved: 0, retired: 0 })
  }
  /** One of the things people do, whichever. */
  async function step(luck: Chance) {
    const tasks = await standing()
    const task = tasks.length ? luck.pick(tasks) : undefined
    const at = task && `clients/${held.client.uuid}/tarefas/${task.uuid}`
    const template = luck.pick(templates)
    const turn = luck.whole(1, 10)
    if (turn <= 3) await synchronise()
    else if (turn <= 5) await call('PUT', `tarefas/${template.uuid}`, calendar(luck))
    else if (turn === 6) await call('PUT', `tarefas/${luck.whole(0, 1) ? 'enable' : 'disable'}`, { ids: [template.id] })
    else if (turn === 7 && at) await call('PUT', `${at}/concluir`, {})
    else if (turn === 8 && at) await call('PUT', `${at}/reabrir`, { why: 'Faltou algo' })
    else if (turn === 9 && task?.obligation)
      await call('PUT', 'obligations/concluir', {
        items: [{ client: held.client.uuid, obligation: task.obligation, period: task.period }],
        done_on: today,
      })
    else if (task) await call('PUT', `client-tarefas/${task.uuid}`, { items: [{ name: 'Item', status: 'em-dia' }] })
  }

  test(
    `each period’s task is there once, and what is done stays done (${sequences} sequences)`,
    async () => {
      for (let n = 0; n < sequences; n++) {
        const luck = chance(n)
        let done: ReadonlyMap<unknown, Row> = new Map()
        for (let i = 0; i < steps; i++) {
          await step(luck)
          const tasks = await standing()
          const keys = tasks.map(({ tarefa_id, period }) => `${String(tarefa_id)} ${String(period)}`)
          expect(new Set(keys).size, `sequence ${n}, step ${i}`).toBe(keys.length)
          const followed = tasks.flatMap(({ obligation, period }) =>
            obligation ? [`${String(obligation)} ${String(period)}`] : [],
          )
          expect(new Set(followed).size, `sequence ${n}, step ${i}`).toBe(followed.length)
          const now = new Map<unknown, Row>(tasks.map(task => [task.uuid, task]))
          // Only somebody who opens it again makes it not done.
          const lost = [...done].filter(([uuid]) => {
            const after = now.get(uuid)
            return !after || !(after.done || after.reopened_on === today)
          })
          expect(
            lost.map(([, { name }]) => name),
            `sequence ${n}, step ${i}`,
          ).toEqual([])
          done = new Map(tasks.filter(task => task.done).map(task => [task.uuid, task]))
        }
      }
    },
    60_000 + sequences * 4_000,
  )
})
