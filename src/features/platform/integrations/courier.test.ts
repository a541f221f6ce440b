import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openCourier } from '#features/platform/integrations/courier.server.ts'
import { enqueue, type Enqueued } from '#parts/integration/enqueue.server.ts'
import type { Integration, QueueItem, Talk } from '#parts/integration/integration.server.ts'
import { problem } from '#kernel/problem.ts'
import { anonymousUser } from '#kernel/access.ts'
import { contextOf } from '#server/context.ts'
import { Unanswered } from '#server/outbound.ts'
import { openHouseOutside, type HouseOutside } from '#test/support/house-outside.ts'
import { dataOf, openWorld, rowsOf, type Row, type World } from '#test/support/world.ts'

// What goes out to other houses: laid with what causes it, sent until it arrives or is refused, and never twice.

const request = { id: 'req-1', ip: '', agent: '', headers: {} }

describe('the queue of integrations', () => {
  let world: World
  let outside: HouseOutside
  let now = new Date()
  /** What the stand-in does, test by test. */
  let send: NonNullable<Integration['send']>
  let lacking: string | null = null
  const standIn: Integration = {
    key: 'cnpja',
    lacking: () => lacking,
    hosts: () => [outside.url.host],
    send: (...given) => send(...given),
  }
  /** Asks for it first where it may be there already, and leaves its number in a setting of the client. */
  const wellMannered = async ({ key, attempt, client_id }: QueueItem, talk: Talk) => {
    const at = new URL(`notas/${key}`, outside.url)
    const known = attempt > 1 ? await talk(at) : null
    if (known?.status !== 200) {
      const { status } = await talk(at, { method: 'POST', headers: { apikey: 'canario-apikey' }, body: '{}' })
      if (status >= 500) throw new Unanswered(`${at.host}: answered ${status}`)
      if (status >= 400) return { state: 'falhou', why: 'O outro lado recusou: confira o CNPJ.' } as const
    }
    return {
      state: 'enviado',
      note: `Nota ${key} autorizada.`,
      settle: async ({ sql: db }: { sql: World['db'] }) =>
        void (await sql`update clients set notes_sent = notes_sent + 1 where id = ${client_id}`.execute(db)),
    } as const
  }
  beforeAll(async () => {
    outside = await openHouseOutside()
    world = await openWorld({
      fittings: { now: () => now, pace: { pollMs: 3_600_000 }, integrations: [standIn] },
    })
    await sql`alter table clients add column notes_sent integer not null default 0`.execute(world.db)
  })
  afterAll(async () => {
    await world?.close()
    await outside?.close()
  })
  beforeEach(async () => {
    await sql`delete from integration_queues`.execute(world.db)
    await sql`update clients set notes_sent = 0`.execute(world.db)
    outside.forget()
    now = new Date()
    lacking = null
    send = wellMannered
  })

  const client = () => world.target('clients', 'A1')?.id ?? 0
  const item = (key: string, more: Partial<Enqueued> = {}): Enqueued => ({
    integration: 'cnpja',
    name: `Nota ${key}`,
    key,
    client_id: client(),
    about: { text: 'Uma ordem', path: '/clients' },
    payload: { valor: 10 },
    ...more,
  })
  const lay = async (...items: readonly Enqueued[]) => {
    const effects: (() => Promise<void>)[] = []
    const laid = await world.db.transaction().execute(async trx => {
      const ctx = contextOf(world.house, { user: anonymousUser, session_id: 0 }, request, trx, effects)
      const all = []
      for (const each of items) all.push(await enqueue(ctx, each))
      return all
    })
    for (const effect of effects) await effect()
    return laid
  }
  const settled = () => world.runner.settled()
  const forward = async (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1_000)
    world.house.events.tell({ of: (await import('#parts/integration/queues.ts')).integrationQueues, uuid: '' })
    await settled()
  }
  const read = async (uuid: unknown, who = 'superAdmin'): Promise<Row> =>
    dataOf(await world.call(who, 'GET', `integration-queues/${String(uuid)}`))
  const linesOf = (row: Row) =>
    (Array.isArray(row.logs) ? row.logs : []).map(
      ({ outcome, method, status }: { outcome: string; method: string | null; status: number | null }) =>
        [outcome, method, status].filter(each => each !== null).join(' '),
    )
  const sentTo = async () => {
    const { rows } = await sql<{ n: number }>`select notes_sent as n from clients where id = ${client()}`.execute(
      world.db,
    )
    return rows[0]?.n
  }

  test('what is laid goes once it is committed, tells each conversation, and settles with its mark', async () => {
    const [laid] = await lay(item('n1'))
    await settled()
    const row = await read(laid?.uuid)
    expect(row).toMatchObject({ state: 'enviado', attempts: 1, error: null, next_attempt_at: null, request: 'req-1' })
    expect(linesOf(row)).toEqual(['conversa POST 201', 'enviado'])
    expect(outside.made()).toEqual(['n1'])
    expect(await sentTo()).toBe(1)
    expect(JSON.stringify(row)).not.toContain('canario')
  })

  test('what is rolled back is never sent, and the same key never goes twice', async () => {
    await world.db
      .transaction()
      .execute(async trx => {
        const ctx = contextOf(world.house, { user: anonymousUser, session_id: 0 }, request, trx, [])
        await enqueue(ctx, item('n2'))
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    await forward(0)
    expect(outside.made()).toEqual([])
    const twelve = await Promise.all(Array.from({ length: 12 }, () => lay(item('n3'))))
    await settled()
    expect(new Set(twelve.flat().map(({ uuid }) => uuid)).size).toBe(1)
    expect(twelve.flat().filter(each => each.laid)).toHaveLength(1)
    expect(outside.made()).toEqual(['n3'])
    expect((await lay(item('n3')))[0]).toMatchObject({ state: 'enviado', laid: false })
    await settled()
    expect(outside.made()).toEqual(['n3'])
  })

  test('while the other house is down it waits, later each time; it goes once it is back, and is asked for first', async () => {
    outside.answerWith(503)
    const [laid] = await lay(item('n4'))
    await settled()
    const waiting = await read(laid?.uuid)
    expect(waiting).toMatchObject({ state: 'pendente', attempts: 1 })
    expect(waiting.error).toContain('respondeu 503')
    expect(Date.parse(String(waiting.next_attempt_at))).toBe(now.getTime() + 60_000)
    await forward(59)
    expect((await read(laid?.uuid)).attempts).toBe(1)
    await outside.down()
    await forward(1)
    expect((await read(laid?.uuid)).error).toContain('fora do ar')
    await outside.up()
    outside.answerWith(null)
    await forward(300)
    const row = await read(laid?.uuid)
    expect(row.state).toBe('enviado')
    expect(linesOf(row)).toEqual([
      'conversa POST 503',
      'pendente',
      'conversa GET',
      'pendente',
      'conversa GET 404',
      'conversa POST 201',
      'enviado',
    ])
    expect(outside.made()).toEqual(['n4'])
  })

  test('after seven tries it is given up; tried again by somebody it begins anew, and goes on counting', async () => {
    send = async () => {
      throw new Unanswered('casa.example: answered 502')
    }
    const [laid] = await lay(item('n5'))
    await settled()
    for (const seconds of [60, 300, 900, 3_600, 10_800, 43_200]) await forward(seconds)
    expect(await read(laid?.uuid)).toMatchObject({ state: 'falhou', attempts: 7, next_attempt_at: null })
    await forward(3_600)
    expect((await read(laid?.uuid)).attempts).toBe(7)
    send = wellMannered
    const again = await world.call('superAdmin', 'PUT', `integration-queues/${laid?.uuid}/reprocessar`)
    expect(again.status).toBe(200)
    await settled()
    const row = await read(laid?.uuid)
    expect(row).toMatchObject({ state: 'enviado', attempts: 8 })
    // From the second attempt on the other house is asked first.
    expect(linesOf(row).slice(-4)).toEqual(['pedido', 'conversa GET 404', 'conversa POST 201', 'enviado'])
  })

  test('a refusal is for good and settles too; what is not configured says so and asks nobody', async () => {
    outside.answerWith(422)
    const [refused] = await lay(item('n6'))
    await settled()
    expect(await read(refused?.uuid)).toMatchObject({ state: 'falhou', error: 'O outro lado recusou: confira o CNPJ.' })
    lacking = 'Informe o certificado em NFSE_PFX.'
    const [missing] = await lay(item('n7'))
    await settled()
    expect(await read(missing?.uuid)).toMatchObject({ state: 'falhou', error: lacking, attempts: 1 })
    send = async () => {
      throw problem('conflict', 'A ordem já foi cancelada.')
    }
    lacking = null
    const [over] = await lay(item('n8'))
    await settled()
    expect(await read(over?.uuid)).toMatchObject({ state: 'falhou', error: 'A ordem já foi cancelada.' })
    expect(outside.made()).toEqual([])
    // Laid again under its key, what failed waits with what is said now.
    send = wellMannered
    outside.answerWith(null)
    expect((await lay(item('n8', { payload: { valor: 20 } })))[0]).toMatchObject({ uuid: over?.uuid, laid: true })
    await settled()
    expect(await read(over?.uuid)).toMatchObject({ state: 'enviado', attempts: 2 })
  })

  test('what fails while it settles leaves neither mark nor effect, and is asked for again', async () => {
    let broken = true
    send = async (given, talk) => {
      const sent = await wellMannered(given, talk)
      if (sent.state !== 'enviado') return sent
      return {
        ...sent,
        settle: async ctx => {
          await sent.settle(ctx)
          if (broken) throw new Error('out of order')
        },
      }
    }
    const [laid] = await lay(item('n9'))
    await settled()
    expect(await read(laid?.uuid)).toMatchObject({ state: 'pendente', error: 'Algo falhou do nosso lado ao enviar.' })
    expect(await sentTo()).toBe(0)
    broken = false
    await forward(60)
    expect((await read(laid?.uuid)).state).toBe('enviado')
    expect([await sentTo(), outside.made()]).toEqual([1, ['n9']])
  })

  test('several couriers of one database never send one item twice', async () => {
    const couriers = Array.from({ length: 3 }, () =>
      openCourier(
        world.house,
        [standIn],
        { pollMs: 3_600_000, lease: 30 },
        () => now,
        error => expect.fail(String(error)),
      ),
    )
    await lay(...Array.from({ length: 24 }, (_, i) => item(`c${i}`)))
    for (const each of couriers) each.nudge()
    await Promise.all([settled(), ...couriers.map(each => each.settled())])
    await Promise.all(couriers.map(each => each.stop()))
    expect(outside.made().toSorted()).toEqual(Array.from({ length: 24 }, (_, i) => `c${i}`).toSorted())
    expect(await sentTo()).toBe(24)
  })

  test('it may ask no house it did not name, and keeps no secret it was given', async () => {
    send = async (_, talk) => {
      await talk(new URL('http://10.0.0.1/'))
      return { state: 'enviado', note: '' }
    }
    const [laid] = await lay(item('n10'))
    await settled()
    expect((await read(laid?.uuid)).error).toBe('Algo falhou do nosso lado ao enviar.')
    await expect(lay(item('n11', { payload: { nota: [{ access_token: 'canario' }] } }))).rejects.toThrow('access_token')
    expect(rowsOf(await world.call('superAdmin', 'GET', 'integration-queues'))).toHaveLength(1)
  })
})
