import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readingsDigest } from '#features/support/informative/digest.server.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { sendDigests } from '#features/support/notices/digest.server.ts'
import { notify } from '#parts/notice/notice.server.ts'
import { assigned, handedOver } from '#parts/person/told.ts'
import { dataOf, openWorld, rowsOf, type Principal, type World } from '#test/support/world.ts'

/** A Wednesday, after the hour at which summaries go; the Saturday after it. */
const workday = new Date('2026-11-25T15:00:00Z')
const saturday = new Date('2026-11-28T15:00:00Z')

describe('the daily summary and what somebody chose', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world?.close())
  async function forget() {
    for (const table of ['notices', 'notice_digests', 'notice_choices', 'mails', 'informative_digests', 'informative'])
      await sql`delete from ${sql.table(table)}`.execute(world.db)
  }
  // The world begins with some of its own.
  beforeEach(forget)

  const room = () => ({
    catalog: () => world.house.catalog,
    noticeKinds: () => [assigned, handedOver],
    digests: () => [readingsDigest],
  })
  async function tell(who: Principal, title: string, owner: 'A1' | 'B1' = 'A1', kind = assigned) {
    await notify(
      { sql: world.db, tell: () => undefined },
      { kind, to: [world.people[who]], of: clients, uuid: world.target('clients', owner)?.uuid ?? '', title },
    )
    // Told before the hour of the day.
    await sql`update notices set updated_at = ${new Date(workday.getTime() - 8 * 3_600_000).toISOString()}`.execute(
      world.db,
    )
  }
  const send = (now = workday) => sendDigests(room(), world.house, now)
  async function laid() {
    const { rows } = await sql<{ person_id: number; letter: string; subject: string }>`
      select person_id, letter::text as letter, subject from mails where kind = 'avisos' order by id`.execute(world.db)
    return rows
  }

  test('goes once a working day with what is unread and seen, whoever sends it, and never a way to sign in', async () => {
    await tell('staffA', 'do seu cliente')
    await tell('staffA', 'CANARIO de outra empresa', 'B1')
    expect(await send(saturday)).toBe(0)
    expect(await send(new Date('2026-11-25T10:59:00Z'))).toBe(0)
    const sent = await Promise.all([send(), send(), send()])
    expect(sent.reduce((sum, each) => sum + each, 0)).toBe(1)
    const [mail, ...others] = await laid()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ person_id: world.people.staffA, subject: 'Outorga: 1 aviso para você' })
    expect(mail?.letter).toContain('do seu cliente')
    expect(mail?.letter).not.toContain('CANARIO')
    expect(mail?.letter).toMatch(/"link": ?"[^"]+\/notices"/)
    // The next day there is nothing new to tell.
    expect(await send(new Date('2026-11-26T15:00:00Z'))).toBe(0)
  })

  test('tells nothing of what was read, of what came after its hour, or to who may not come in', async () => {
    await tell('staffA', 'lido')
    await sql`update notices set read_at = now()`.execute(world.db)
    await tell('inactive', 'sem acesso')
    await tell('staffB', 'depois', 'B1')
    await sql`update users set active = true where id = ${world.people.staffB}`.execute(world.db)
    await sql`update notices set updated_at = ${workday.toISOString()} where user_id = ${world.people.staffB}`.execute(
      world.db,
    )
    expect([await send(), await laid()]).toEqual([0, []])
  })

  test('brings each reading that is asked for once, and has it until it is confirmed, for whom it is meant alone', async () => {
    const asked = (title: string, more: object) =>
      world.call('superAdmin', 'POST', 'informative', {
        body: {
          title,
          content: '<p>Leia.</p>',
          audience: 'equipe',
          mandatory: true,
          read_until: '2026-11-30',
          ...more,
        },
      })
    const { uuid } = dataOf(await asked('Regra nova', {}))
    await asked('CANARIO rascunho', { draft: true })
    await asked('Dos clientes', { audience: 'clientes' })
    await sql`update informative set created_at = '2026-11-24T12:00:00Z'`.execute(world.db)
    const of = async (who: Principal) => (await laid()).filter(({ person_id }) => person_id === world.people[who])
    await send()
    const [first, ...more] = await of('staffA')
    expect([first?.subject, more.length]).toEqual(['Outorga: leitura obrigatória para você', 0])
    expect(first?.letter).toContain('Leia e confirme até 30/11/2026: Regra nova')
    expect(first?.letter).not.toMatch(/CANARIO|Dos clientes/)
    expect((await of('clientA'))[0]?.letter).toContain('Dos clientes')
    // Told once by itself; beside notices for as long as it waits.
    const next = new Date('2026-11-26T15:00:00Z')
    expect(await send(next)).toBe(0)
    await sql`delete from notice_digests`.execute(world.db)
    await tell('staffA', 'do seu cliente')
    expect([await send(next), (await of('staffA'))[1]?.letter.includes('Regra nova')]).toEqual([1, true])
    await world.call('staffA', 'PUT', `users/me/informativos/${uuid}/ciente`)
    await sql`delete from notice_digests`.execute(world.db)
    await tell('staffA', 'outro')
    await send(next)
    expect((await of('staffA'))[2]?.letter).not.toContain('Regra nova')
  })

  test('killed in the middle tells nothing, and is told whole afterwards', async () => {
    await tell('staffA', 'do seu cliente')
    await sql`alter table mails add constraint cut check (kind <> 'avisos')`.execute(world.db)
    await expect(send()).rejects.toThrow()
    await sql`alter table mails drop constraint cut`.execute(world.db)
    expect(await laid()).toEqual([])
    expect([await send(), (await laid()).length]).toEqual([1, 1])
  })

  test('a mail that waited goes to nobody who lost their access meanwhile', async () => {
    await tell('staffB', 'do seu cliente', 'B1')
    // Nobody is woken to send it yet.
    await sendDigests(room(), { ...world.house, mail: { ...world.house.mail, sender: null } }, workday)
    await sql`update users set active = false where id = ${world.people.staffB}`.execute(world.db)
    world.house.mail.sender?.nudge()
    await world.runner.settled()
    const { rows } = await sql<{ state: string }>`select state from mails where kind = 'avisos'`.execute(world.db)
    await sql`update users set active = true where id = ${world.people.staffB}`.execute(world.db)
    expect(rows).toEqual([{ state: 'dispensado' }])
  })

  test('each kind is chosen by itself, in the bell and in the summary, for oneself alone', async () => {
    const path = 'users/me/avisos/preferencias'
    const choose = (who: Principal, choices: readonly object[]) => world.call(who, 'PUT', path, { body: { choices } })
    const kind = assigned.name
    expect((await choose('staffA', [{ name: kind, in_app: false, in_digest: true }])).status).toBe(200)
    expect((await choose('staffA', [{ name: 'inventado', in_app: false, in_digest: true }])).status).toBe(422)
    // The team alone is told of its work.
    expect((await choose('clientA', [{ name: kind, in_app: false, in_digest: false }])).status).toBe(422)
    const saved = await choose('staffB', [{ name: 'leitura', in_app: false, in_digest: false }])
    expect(saved.body.data).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'leitura', in_app: true, always: true })]),
    )
    await tell('staffA', 'só no resumo')
    await tell('superAdmin', 'no sino')
    expect(rowsOf(await world.call('staffA', 'GET', 'notices'))).toEqual([])
    expect(rowsOf(await world.call('superAdmin', 'GET', 'notices'))).toHaveLength(1)
    expect(await send()).toBe(2)
    await choose('staffA', [{ name: kind, in_app: false, in_digest: false }])
    await tell('staffA', 'em lugar nenhum')
    const { rows } = await sql`select 1 from notices where title = 'em lugar nenhum'`.execute(world.db)
    expect(rows).toEqual([])
  })

  test('nobody marks what is another’s as read', async () => {
    await tell('staffA', 'de A')
    const uuids = rowsOf(await world.call('staffA', 'GET', 'notices')).map(({ uuid }) => uuid)
    const mark = (who: Principal, body: object) => world.call(who, 'PUT', 'users/me/avisos/lidos', { body })
    for (const who of ['staffB', 'superAdmin', 'clientA'] as const)
      expect((await mark(who, { uuids })).body.data).toEqual({ changed: 0 })
    await mark('staffB', {})
    for (const [method, path] of [
      ['PUT', `notices/${uuids[0]}`],
      ['DELETE', `notices/${uuids[0]}`],
      ['PUT', 'notices/disable'],
      ['POST', 'notices'],
    ] as const)
      expect((await world.call('superAdmin', method, path, { body: { ids: uuids } })).status).toBeGreaterThanOrEqual(
        404,
      )
    expect(rowsOf(await world.call('staffA', 'GET', 'notices?filter[read_at]='))).toHaveLength(1)
    expect((await mark('staffA', { uuids })).body.data).toEqual({ changed: 1 })
    expect(rowsOf(await world.call('staffA', 'GET', 'notices?filter[read_at]='))).toEqual([])
  })
})
