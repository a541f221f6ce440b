import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { orderServices } from '#features/billing/order-services/orders.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { stations } from '#features/network/stations/stations.ts'
import { users } from '#features/people/users/users.ts'
import type { PaletteGroup, PaletteRow } from '#features/platform/palette/api.ts'
import { mostRecent, paletteKinds } from '#features/platform/palette/kinds.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { permission } from '#kernel/access.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { marksIn, openWorld, type World } from '#test/support/world.ts'

// One field finds rows of every kind, and of each kind only what its list would show the same reader.

let world: World
beforeAll(async () => void (world = await openWorld()))
afterAll(() => world?.close())

const isGroups = (value: unknown): value is readonly PaletteGroup[] => Array.isArray(value)
async function search(who: string, q: string, kind?: string): Promise<readonly PaletteGroup[]> {
  const asked = new URLSearchParams({ q, ...(kind !== undefined && { kind }) })
  const { body, text } = await world.call(who, 'GET', `users/me/procurar?${asked.toString()}`)
  if (!isGroups(body.data)) throw new Error(text)
  return body.data
}
const rowsIn = (groups: readonly PaletteGroup[], kind: string): readonly PaletteRow[] =>
  groups.find(group => group.kind === kind)?.rows ?? []
const namesIn = (groups: readonly PaletteGroup[], { path }: { readonly path: string }) =>
  rowsIn(groups, path).map(({ name }) => name)

describe('the palette narrows as lists do', () => {
  const readers = ['superAdmin', 'adminA', 'staffA', 'staffB', 'frontDeskA', 'clientA', 'clientB', 'withoutRoutes']

  test('a word of every row finds, for each reader, rows their lists show and no other', async () => {
    let found = 0
    for (const who of readers) {
      const groups = (await Promise.all(paletteKinds.map(({ of }) => search(who, 'zz', of.path)))).flat()
      for (const { kind, rows } of groups) {
        const listed = await world.call(who, 'GET', `${kind}?pagination=false&columns=id`)
        expect([who, kind, listed.status]).toEqual([who, kind, 200])
        const seen = JSON.stringify(listed.body.data)
        for (const { uuid } of rows) expect([who, kind, uuid, seen.includes(uuid)]).toEqual([who, kind, uuid, true])
        found += rows.length
      }
    }
    expect(found).toBeGreaterThan(20)
  })

  test('a reader without a kind gets none of its rows, whatever is searched', async () => {
    expect(await search('withoutRoutes', 'zz')).toEqual([])
    await world.make(clients, 'A1', { name: 'Sem Lista Telecom' })
    expect(namesIn(await search('staffA', 'sem lista'), clients)).toEqual(['Sem Lista Telecom'])
    const turn = () =>
      sql`update profiles_profile_roles set active = not active where role = any(${[
        permission(clients, 'index'),
        permission(tickets, 'show'),
      ]}::text[]) and parent_id = (select id from profiles where slug = 'colaborador')`.execute(world.db)
    await turn()
    try {
      expect(await search('staffA', 'sem lista')).toEqual([])
      expect(await search('staffA', 'zz', tickets.path)).toEqual([])
      expect(rowsIn(await search('adminA', 'sem lista'), clients.path).length).toBe(1)
    } finally {
      await turn()
    }
  })

  test('rows of another company, of another client and deleted ones are found by nobody they are not shown to', async () => {
    const theirs = await world.make(clients, 'B1', { name: 'Cachoeira Dourada Net' })
    const foreign = { ...(await world.make(stations, 'A2', { name: 'Estação Cachoeira Funda' })) }
    const gone = await world.make(clients, 'A1', { name: 'Cachoeira Extinta' })
    await sql`update clients set deleted_at = now() where id = ${gone.id}`.execute(world.db)
    expect(namesIn(await search('staffA', 'cachoeira'), clients)).toEqual([])
    expect(namesIn(await search('staffA', 'cachoeira'), stations)).toEqual(['Estação Cachoeira Funda'])
    expect(await search('clientA', 'cachoeira')).toEqual([])
    expect(rowsIn(await search('staffB', 'cachoeira'), clients.path).map(({ uuid }) => uuid)).toEqual([theirs.uuid])
    expect(rowsIn(await search('superAdmin', 'cachoeira'), stations.path)[0]?.uuid).toBe(foreign.uuid)
    expect([...marksIn(JSON.stringify(await search('staffA', 'cachoeira')))]).not.toContain('B1')
  })
})

describe('words are compared blind to accents, case and punctuation', () => {
  beforeAll(async () => {
    await world.make(clients, 'A1', {
      name: 'Conexão São Tomé S/A',
      fantasy_name: 'Tomé-Net',
      document: '11222333000181',
    })
    await world.make(clients, 'A1', { name: '100% Fibra_Ótica \\ Serviços' })
  })
  test.each([
    'conexao',
    'CONEXÃO',
    'tome são',
    'são-tomé',
    'tomé net',
    'tome/net',
    'conexao s.a',
    '11222333',
    '11.222.333/0001-81',
    '11.222.333',
    '222333',
    'co',
    'sa',
  ])('%j', async q => expect(namesIn(await search('staffA', q), clients)).toContain('Conexão São Tomé S/A'))

  test.each(['%', '_', '\\', '% %', '...', '   '])('%j alone finds nothing', async q =>
    expect(await search('staffA', q)).toEqual([]),
  )
  test.each(['100%', '100% fibra', 'fibra_ótica \\'])('%j is found as it is written', async q =>
    expect(namesIn(await search('staffA', q), clients)[0]).toBe('100% Fibra_Ótica \\ Serviços'),
  )
  // Between letters a sign is punctuation and parts words; in a code it is what it is.
  test.each(['1%0', '1_0', '1__% fibra', '%%% fibra'])('%j stands for nothing else', async q =>
    expect(namesIn(await search('staffA', q), clients)).not.toContain(
      q === '%%% fibra' ? 'Conexão São Tomé S/A' : '100% Fibra_Ótica \\ Serviços',
    ),
  )

  test('eighty characters are searched, and no more', async () => {
    expect(await search('staffA', 'x'.repeat(80))).toEqual([])
    expect((await world.call('staffA', 'GET', `users/me/procurar?q=${'x'.repeat(81)}`)).status).toBe(422)
    expect((await world.call('staffA', 'GET', 'users/me/procurar?q=a&kind=profiles')).status).toBe(422)
  })
})

describe('the best comes first', () => {
  test('a number, then what begins with the words, then what has them', async () => {
    const numbered = await world.make(tickets, 'A1', { name: 'Antena partida' })
    await world.make(tickets, 'A1', { name: `Chamado que fala do ${numbered.id} e de outro` })
    for (const q of [`#${numbered.id}`, `${numbered.id}`, `chamado ${numbered.id}`])
      expect([q, rowsIn(await search('staffA', q), tickets.path)[0]?.uuid]).toEqual([q, numbered.uuid])
    expect(rowsIn(await search('staffA', `#${numbered.id}`), orderServices.path)).toEqual([])

    for (const name of ['Alto do lume', 'Avelume', 'Lume de baixo', 'Lume']) await world.make(stations, 'A1', { name })
    expect(namesIn(await search('staffA', 'lume'), stations)).toEqual([
      'Lume',
      'Lume de baixo',
      'Alto do lume',
      'Avelume',
    ])
    await world.make(users, 'A1', { name: 'Avelume', email: 'lume@exemplo.com.br' })
    expect((await search('superAdmin', 'lume')).map(({ kind }) => kind)).toEqual([stations.path, users.path])
    expect((await search('superAdmin', 'avelume')).map(({ kind }) => kind)).toEqual([stations.path, users.path])
  })

  test('among those alike what the reader opened last, and each reader their own', async () => {
    const names = ['Ribeira Alfa', 'Ribeira Beta', 'Ribeira Gama']
    const rows = []
    for (const name of names) rows.push(await world.make(clients, 'A1', { name }))
    expect(namesIn(await search('staffA', 'ribeira'), clients)).toEqual(names)
    await world.call('staffA', 'PUT', 'users/me/recentes', { body: { kind: 'clients', uuid: rows[2]?.uuid } })
    expect(namesIn(await search('staffA', 'ribeira'), clients)).toEqual([
      'Ribeira Gama',
      'Ribeira Alfa',
      'Ribeira Beta',
    ])
    expect(namesIn(await search('adminA', 'ribeira'), clients)).toEqual(names)
  })

  test('six of a kind are shown with the news that there are more; of a kind alone, thirty', async () => {
    for (let n = 0; n < 32; n++) await world.make(clients, 'A1', { name: `Enxame ${String(n).padStart(2, '0')}` })
    const [group] = await search('staffA', 'enxame')
    expect([group?.rows.length, group?.more]).toEqual([6, true])
    const [alone] = await search('staffA', 'enxame', 'clients')
    expect([alone?.rows.length, alone?.more]).toEqual([30, true])
  })
})

describe('coletas are found by their month', () => {
  let made: { readonly uuid: string }
  beforeAll(async () => {
    const client = await world.make(clients, 'A1', { name: 'Águia Veloz Telecom' })
    await world.make(clients, 'A1', { name: 'Março Lento' })
    const fistel = await world.make(fistels, 'A1', { client_id: client.id })
    made = await world.make(collects, 'A1', { client_id: client.id, fistel_id: fistel.id, year: 2026, month: 3 })
    await world.make(collects, 'A1', { client_id: client.id, fistel_id: fistel.id, year: 2025, month: 4 })
  })
  test.each([
    'mar/2026 veloz',
    '03/2026 veloz',
    'março 2026 veloz',
    'veloz mar/26',
    'março de 2026 VELOZ',
    '032026 veloz',
  ])('%j', async q => {
    const [first] = await search('staffA', q)
    expect([first?.kind, first?.rows.map(({ uuid, name }) => [uuid, name])]).toEqual([
      'collects',
      [[made.uuid, 'mar/2026 · Águia Veloz Telecom']],
    ])
  })
  test('a month alone is the last one and the one before it', async () => {
    const seen = rowsIn(await search('staffA', 'março', 'collects'), 'collects').map(({ name }) => name)
    expect(seen).toContain('mar/2026 · Águia Veloz Telecom')
    expect(seen.every(name => name.startsWith('mar/'))).toBe(true)
    expect(namesIn(await search('staffA', 'março'), clients)).toEqual(['Março Lento'])
    expect(namesIn(await search('staffA', 'veloz'), collects)).toEqual([])
  })
  test('their list reads the same months', async () => {
    for (const q of ['mar/2026 veloz', '03/2026 veloz', 'março 2026 veloz', 'mar veloz']) {
      const list = await world.call('staffA', 'GET', `collects?${new URLSearchParams({ search: q }).toString()}`)
      expect([q, JSON.stringify(list.body.data).includes(made.uuid), list.body.total]).toEqual([q, true, 1])
    }
  })
})

describe('what somebody opened is remembered', () => {
  const open = (who: string, kind: string, uuid: string) =>
    world.call(who, 'PUT', 'users/me/recentes', { body: { kind, uuid } })
  const recents = async (who: string) => {
    const { body } = await world.call(who, 'GET', 'users/me/recentes')
    return Array.isArray(body.data) ? body.data.map(({ uuid }) => String(uuid)) : []
  }

  test('the newest first, once each, each reader their own; deleted and foreign ones vanish', async () => {
    const [one, two] = [await world.make(clients, 'A1'), await world.make(stations, 'A1')]
    expect((await open('staffA', 'clients', one.uuid)).status).toBe(200)
    await open('staffA', 'stations', two.uuid)
    expect((await recents('staffA')).slice(0, 2)).toEqual([two.uuid, one.uuid])
    await open('staffA', 'clients', one.uuid)
    expect((await recents('staffA')).slice(0, 2)).toEqual([one.uuid, two.uuid])
    expect(await recents('staffB')).not.toContain(one.uuid)
    await sql`update clients set deleted_at = now() where id = ${one.id}`.execute(world.db)
    expect(await recents('staffA')).not.toContain(one.uuid)
  })

  test('nobody stores what they may not see', async () => {
    const theirs = world.target('clients', 'B1')?.uuid ?? ''
    expect((await open('staffA', 'clients', theirs)).status).toBe(404)
    expect((await open('withoutRoutes', 'clients', world.target('clients', 'A1')?.uuid ?? '')).status).toBe(404)
    expect((await open('staffA', 'prospectos', world.target('clients', 'A1')?.uuid ?? '')).status).toBe(404)
  })

  test('fifty rows a user, also where many are stored at once', async () => {
    const uuids: string[] = []
    for (let n = 0; n < mostRecent + 6; n++) uuids.push((await world.make(clients, 'A1')).uuid)
    for (const uuid of uuids.slice(0, mostRecent - 6)) await open('staffB', 'clients', uuid)
    expect(
      (await Promise.all(uuids.slice(-12).map(uuid => open('adminA', 'clients', uuid)))).map(({ status }) => status),
    ).toEqual(Array.from({ length: 12 }, () => 200))
    for (const uuid of uuids) await open('adminA', 'clients', uuid)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from recent_rows where user_id = ${world.people.adminA}`.execute(world.db)
    expect(rows[0]?.n).toBe(mostRecent)
    expect(await recents('adminA')).toEqual(uuids.slice(-8).toReversed())
  })
})
