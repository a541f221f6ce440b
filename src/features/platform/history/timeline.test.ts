import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { documents } from '#features/clients/documents/documents.ts'
import type { TimelineEvent } from '#features/platform/history/api.ts'
import { actInWords, pastOf } from '#features/platform/history/sentences.ts'
import { openWorld, type World } from '#test/support/world.ts'

interface TimelineAnswer {
  readonly data: readonly TimelineEvent[]
  readonly next: number | null
  readonly kinds: readonly { readonly path: string }[]
}

test('an event is said in the past, by its own verb or its action’s label', () => {
  expect(actInWords('tickets.store', tickets)).toBe('abriu')
  expect(actInWords('documents.store', documents)).toBe('guardou')
  expect(actInWords('tickets.update', tickets)).toBe('mudou')
  expect(actInWords('collects.enviar', tickets)).toBe('registrou envio à Anatel:')
  expect(['Reabrir', 'Resolver', 'Finalizar', 'Pedir ao cliente', 'Dar baixa', 'Convite'].map(pastOf)).toEqual([
    'reabriu',
    'resolveu',
    'finalizou',
    'pediu ao cliente',
    'deu baixa',
    null,
  ])
})

describe('the timeline of a client', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const uuid = (owner: 'A1' | 'A2' | 'B1' = 'A1') => world.target('clients', owner)?.uuid
  async function timelineOf(query = '', who = 'staffA', owner: 'A1' | 'A2' = 'A1'): Promise<TimelineAnswer> {
    const { body, status } = await world.call(who, 'GET', `clients/${uuid(owner)}/linha-do-tempo${query}`)
    expect(status).toBe(200)
    return Object(body)
  }
  /** Every line there is, page by page. */
  async function allOf(size: number, query = '') {
    const found: TimelineEvent[] = []
    let before: number | null | undefined
    do {
      const page = await timelineOf(`?per_page=${size}${query}${before ? `&before=${before}` : ''}`)
      expect(page.data.length).toBeLessThanOrEqual(size)
      found.push(...page.data)
      before = page.next
    } while (before !== null)
    return found
  }

  test('holds what happened to the client and to what hangs on it, the latest first', async () => {
    await world.call('staffA', 'PUT', `clients/${uuid()}`, { body: { phone_name: 'Marta' } })
    await world.call('staffA', 'PUT', `clients/${uuid()}`, { body: { phone_name: 'Otávio' } })
    const ticket = await world.make(tickets, 'A1')
    const { data, kinds } = await timelineOf()
    expect(data.find(({ thing }) => thing === 'o chamado')).toMatchObject({
      act: 'abriu',
      path: `/tickets/${ticket.uuid}`,
      deleted: false,
    })
    expect(data.find(({ thing }) => thing === '')).toMatchObject({
      author: 'zzAzz staffA',
      act: 'mudou',
      changes: [{ label: 'Contato', before: 'Marta', after: 'Otávio' }],
      changed: 1,
    })
    const ids = data.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(kinds.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'clients',
        'tickets',
        'ticket-messages',
        'bills-to-receive',
        'bill-payments',
        'collects',
      ]),
    )
  })

  test('comes in pages without a gap and without a line twice, of the same lines as the history', async () => {
    const whole = await allOf(50)
    const small = await allOf(2)
    expect(whole.length).toBeGreaterThan(6)
    expect(small.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
    expect(new Set(small.map(({ id }) => id)).size).toBe(small.length)
    const { rows } = await sql<{ id: number }>`
      select e.id from audit_events e join tickets t on t.id = e.row_id where e.resource = 'tickets'
        and t.client_id = ${world.target('clients', 'A1')?.id} order by e.id desc`.execute(world.db)
    const asked = await allOf(1, '&kind=tickets')
    expect(asked.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(rows.length).toBeGreaterThan(1)
  })

  test('is narrowed by person', async () => {
    const own = await allOf(50, `&user_id=${world.people.staffA}`)
    expect(own.length).toBeGreaterThan(0)
    expect(new Set(own.map(({ author }) => author))).toEqual(new Set(['zzAzz staffA']))
    expect(own.length).toBeLessThan((await allOf(50)).length)
  })

  test('names what was deleted, without a way to it', async () => {
    const gone = await world.make(tickets, 'A1')
    expect((await world.call('staffA', 'DELETE', `tickets/${gone.uuid}`)).status).toBe(200)
    const [last] = (await timelineOf('?kind=tickets')).data
    expect(last).toMatchObject({ act: 'excluiu', thing: 'o chamado', path: null, deleted: true })
  })

  test('shows no more than its reader may list, nothing of another client, and nothing to people of clients', async () => {
    await world.make(tickets, 'A2')
    const mine = await allOf(50)
    const theirs = await timelineOf('?per_page=50', 'staffA', 'A2')
    expect(theirs.data.length).toBeGreaterThan(0)
    expect(theirs.data.filter(({ id }) => mine.some(each => each.id === id))).toEqual([])
    expect((await world.call('staffB', 'GET', `clients/${uuid()}/linha-do-tempo`)).status).toBe(404)
    expect((await world.call('clientA', 'GET', `clients/${uuid()}/linha-do-tempo`)).status).toBe(403)
    expect((await world.call('frontDeskA', 'GET', `clients/${uuid()}/linha-do-tempo`)).status).toBe(403)
  })

  test('loses a kind with the right to list it, and its changes with the right to its history', async () => {
    const { rows } = await sql<{
      id: number
    }>`select profile_id as id from users where id = ${world.people.frontDeskA}`.execute(world.db)
    const roles = (
      await sql<{ role: string }>`
      select role from profiles_profile_roles where parent_id = ${rows[0]?.id} order by position`.execute(world.db)
    ).rows
    const holds = async (...names: readonly string[]) =>
      expect(
        (
          await world.call('superAdmin', 'PUT', `profiles/${rows[0]?.id}`, {
            body: { profile_roles: names.map(role => ({ role })) },
          })
        ).status,
      ).toBe(200)
    const kindsSeen = async () =>
      new Set((await timelineOf('?per_page=50', 'frontDeskA')).kinds.map(({ path }) => path))
    await holds('clients.linha-do-tempo', 'tickets.index')
    expect(await kindsSeen()).toEqual(new Set(['clients', 'tickets']))
    const { data } = await timelineOf('?per_page=50', 'frontDeskA')
    expect(data.length).toBeGreaterThan(0)
    expect(data.flatMap(({ changes }) => changes)).toEqual([])
    expect(data.flatMap(({ path }) => path ?? [])).toEqual([])
    expect(data.filter(({ thing }) => !['', 'o chamado'].includes(thing))).toEqual([])
    const refused = await world.call('frontDeskA', 'GET', `clients/${uuid()}/linha-do-tempo?kind=bills-to-receive`)
    expect(refused.status).toBe(422)
    await holds('clients.linha-do-tempo', 'clients.historico')
    expect(await kindsSeen()).toEqual(new Set(['clients']))
    expect(
      (await timelineOf('?per_page=50', 'frontDeskA')).data.flatMap(({ changes }) => changes).length,
    ).toBeGreaterThan(0)
    await holds(...roles.map(({ role }) => role))
  })
})
