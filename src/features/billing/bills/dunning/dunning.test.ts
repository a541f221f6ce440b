import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bankDayFrom } from '#kernel/calendar.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import type { Meta } from '#kernel/meta.ts'
import { remindOfDebts } from '#features/billing/bills/dunning/dunning.server.ts'
import { skipPastSteps } from '#features/billing/bills/dunning/ruler.server.ts'
import { seedConfigurations } from '#features/platform/configurations/configurations.server.ts'
import { fillSetting } from '#test/support/settings.ts'
import { openWorld, type World } from '#test/support/world.ts'

const day = bankDayFrom(dayIn(new Date()).day)
const morning = new Date(`${day}T14:00:00Z`)

describe('a changed ruler', () => {
  let world: World
  let due: (client: number, days: number) => Promise<number>
  beforeAll(async () => {
    world = await openWorld()
    due = async (client, days) => {
      const { rows } = await sql<{ id: number }>`
        insert into bills_to_receive (client_id, finance_type_id, value, issue_date, due_date)
        values (${client}, 1, 100, ${dayAfter(day, -60)}, ${dayAfter(day, days)}) returning id`.execute(world.db)
      return rows[0]?.id ?? 0
    }
    await sql`update clients set email = 'contas@vale.example', active = true`.execute(world.db)
  })
  afterAll(() => world?.close())

  let bills: readonly number[]
  const [own, other] = [() => world.target('clients', 'A1')?.id ?? 0, () => world.target('clients', 'B1')?.id ?? 0]
  beforeEach(async () => {
    await sql`delete from bill_dunnings`.execute(world.db)
    await sql`delete from mails`.execute(world.db)
    await sql`update bills_to_receive set deleted_at = now()`.execute(world.db)
    await fillSetting(world.db, 'regua-cobranca', '')
    await fillSetting(world.db, 'regua-passado', 'só daqui em diante')
    await skipPastSteps(world.house.database, day)
    // The step of the first is four days past, that of the second is today's.
    bills = [await due(own(), 10), await due(other(), 14)]
  })
  const marks = async () =>
    (
      await sql<{ bill_id: number; skipped: boolean }>`
        select bill_id::float8 as bill_id, skipped from bill_dunnings order by bill_id`.execute(world.db)
    ).rows
  const preview = async (ruler: string, who = 'staffA') =>
    (await world.call(who, 'GET', `bills-to-receive/regua?ruler=${encodeURIComponent(ruler)}`)).body

  test('is shown before: whom it writes to, and whom it had already passed by', async () => {
    const whole = { state: 'nova', day, clients: 1, past: 1, mute: 0, unseen: 0, unseen_past: 0 }
    expect(await preview('-14', 'superAdmin')).toMatchObject(whole)
    // Those of another company are a number, and nothing else.
    expect(await preview('-14', 'staffA')).toMatchObject({ ...whole, clients: 0, unseen: 1 })
    expect(await preview('-14', 'staffB')).toMatchObject({ ...whole, past: 0, unseen_past: 1 })
    expect(await preview('-14', 'clientA')).toMatchObject({ status: 403 })
    expect(await preview('abc')).toMatchObject({ state: 'errada', clients: 0 })
    expect(await preview('')).toMatchObject({ state: 'desligada' })
    expect((await marks()).length).toBe(0)
  })

  test('writes from its day on: a step that was past gets no letter, whatever rounds come', async () => {
    await fillSetting(world.db, 'regua-cobranca', '-14')
    const rounds = await Promise.all([1, 2, 3].map(() => skipPastSteps(world.house.database, day)))
    expect(rounds.toSorted()).toEqual([0, 0, 1])
    expect(await remindOfDebts(world.house, morning)).toBe(1)
    expect(await marks()).toEqual([
      { bill_id: bills[0], skipped: true },
      { bill_id: bills[1], skipped: false },
    ])
    expect(await remindOfDebts(world.house, new Date(`${bankDayFrom(dayAfter(day, 1))}T14:00:00Z`))).toBe(0)
  })

  test('writes about past steps too where the office chose so', async () => {
    await fillSetting(world.db, 'regua-passado', 'também os avisos dos últimos dias')
    await fillSetting(world.db, 'regua-cobranca', '-14')
    expect(await skipPastSteps(world.house.database, day)).toBe(0)
    expect(await remindOfDebts(world.house, morning)).toBe(2)
  })

  test('is no change where only its writing differs', async () => {
    await fillSetting(world.db, 'regua-cobranca', '-30, -14')
    await skipPastSteps(world.house.database, day)
    await sql`delete from bill_dunnings`.execute(world.db)
    await fillSetting(world.db, 'regua-cobranca', '-14;-30')
    expect(await skipPastSteps(world.house.database, day)).toBe(0)
    expect(await preview('-30 -14')).toMatchObject({ state: 'igual' })
  })

  test('invites an answer only where somebody reads it', async () => {
    await sql`update bills_to_receive set due_date = ${dayAfter(day, -3)} where id = any(${[...bills]})`.execute(
      world.db,
    )
    const letters = async () => {
      await sql`delete from bill_dunnings`.execute(world.db)
      await sql`delete from mails`.execute(world.db)
      expect(await remindOfDebts(world.house, morning)).toBe(2)
      return (await sql<{ letter: object }>`select letter from mails`.execute(world.db)).rows.map(
        ({ letter }) => letter,
      )
    }
    await fillSetting(world.db, 'regua-cobranca', '3')
    expect(JSON.stringify(await letters())).not.toMatch(/respond|replyTo/)
    await fillSetting(world.db, 'cobranca-resposta', 'financeiro@casa.example')
    for (const letter of await letters())
      expect(letter).toMatchObject({
        replyTo: 'financeiro@casa.example',
        reason: expect.stringContaining('responda a este e-mail'),
      })
  })

  test('its newer settings are added once to an installation that has the others', async () => {
    const keys = async () =>
      (
        await sql<{ metas: readonly Meta[] }>`
          select metas_only_father as metas from configurations where name = 'Cobrança'`.execute(world.db)
      ).rows.flatMap(({ metas }) => metas.map(each => each.internal_key))
    const before = await keys()
    expect(before).toEqual(expect.arrayContaining(['regua-passado', 'cobranca-resposta']))
    await seedConfigurations(world.db)
    expect(await keys()).toEqual(before)
  })
})
