import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { prospects } from '#features/clients/clients/prospects.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import type { ClientMergeAnswer, MergePreview, UndoableMerge } from '#features/clients/clients/merge/api.ts'
import { differencesOf } from '#features/clients/clients/merge/fields.ts'
import { isNamed, kindOfHolder, readClientHolders } from '#features/clients/clients/merge/holders.server.ts'
import { undoDays } from '#features/clients/clients/merge/fields.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { openWorld, type Principal, type Reply, type Row, type World } from '#test/support/world.ts'

/** Tables that a merge and its undoing write besides: history, the merge itself, and what every request changes. */
const besides = new Set([
  'audit_events',
  'client_merges',
  'client_merge_rows',
  'table_changes',
  'sessions',
  'access_tokens',
  'chores',
])

let world: World
beforeAll(async () => void (world = await openWorld()))
afterAll(() => world?.close())

const one = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(world.db)).rows[0]
const answered = <T>({ status, body, text }: Reply): T => {
  expect(status, text).toBe(200)
  return Object(body).data
}
const previewOf = async (into: string, from: string, who: Principal = 'staffA') =>
  answered<MergePreview>(await world.call(who, 'GET', `clients/${into}/unificar?com=${from}`))

interface Wish {
  readonly who?: Principal
  readonly take?: readonly string[]
  readonly confirmed?: readonly string[]
  readonly versions?: { readonly into: number; readonly from: number }
}
const versionOf = async (uuid: string) =>
  (await one(sql<{ version: number }>`select version from clients where uuid = ${uuid}::uuid`))?.version ?? 0
async function merge(into: string, from: string, wish: Wish = {}) {
  const { who = 'staffA', confirmed = ['documento', 'usuarios'], take } = wish
  const versions = wish.versions ?? { into: await versionOf(into), from: await versionOf(from) }
  return world.call(who, 'POST', `clients/${into}/unificar`, {
    body: { client: from, versions, confirmed, ...(take && { take }) },
  })
}
const undo = (into: string, uuid: string, who: Principal = 'staffA') =>
  world.call(who, 'POST', `clients/${into}/desfazer-unificacao`, { body: { merge: uuid } })
const mergeOf = (reply: Reply) => answered<{ readonly merge: string }>(reply).merge
const mergesOf = async (into: string) =>
  answered<readonly UndoableMerge[]>(await world.call('staffA', 'GET', `clients/${into}/unificacoes`))

/** Two clients of company A, which nothing refers to yet. */
async function twoClients(more: Readonly<Record<string, unknown>> = {}): Promise<readonly [Row, Row]> {
  const plain = { client_users: [], client_partners: [], addresses: [], tags: [], particularities: [], ...more }
  return [await world.make(clients, 'A1', plain), await world.make(clients, 'A1', plain)]
}

/** All rows of all tables, without what every write counts. */
async function dump(): Promise<Readonly<Record<string, readonly string[]>>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(
    world.db,
  )
  const found: Record<string, readonly string[]> = {}
  for (const { name } of tables.filter(table => !besides.has(table.name))) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - array['version', 'updated_at'])::text as row from ${sql.table(name)} t order by 1`.execute(
      world.db,
    )
    found[name] = rows.map(({ row }) => row)
  }
  return found
}
/** How many rows of each column refer to a client. */
async function referring(client: number) {
  const counts: Record<string, number> = {}
  for (const { table, column } of await readClientHolders(world.db)) {
    const found = await one(
      sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(column)} = ${client}`,
    )
    counts[`${table}.${column}`] = found?.n ?? 0
  }
  return counts
}

/** A row in each table that no section makes rows of, and in each list. */
async function furnish({ id }: Row) {
  await sql`insert into dunning_pauses (client_id, reason) values (${id}, 'Acordo')`.execute(world.db)
  await sql`insert into client_upload_days (client_id, day, bytes) values (${id}, current_date, 7)`.execute(world.db)
  await sql`
    insert into viewings (session_id, client_id, user_id, started_at, until)
    select min(id), ${id}, ${world.people.clientA}, now(), now() from sessions`.execute(world.db)
  await sql`
    insert into client_obligations (client_id, obligation, period, done_on) values (${id}, 'fust', '2031-01', current_date)`.execute(
    world.db,
  )
  await sql`
    with c as (insert into bill_closings (name) values ('Fechamento') returning id)
    insert into bill_closing_items (bill_id, closing_id, client_id, wants_note, wants_slip, wants_mail, awaits_slip)
    select ${world.target('bills-to-receive', 'A2')?.id}, c.id, ${id}, true, true, true, false from c`.execute(world.db)
  await sql`update station_links set shared_client_id = ${id} where id = ${world.target('station-links', 'B1')?.id}`.execute(
    world.db,
  )
  await sql`
    insert into stations_client_shared_stations (parent_id, position, client_id)
    values (${world.target('stations', 'B1')?.id}, 1, ${id})`.execute(world.db)
}

describe('what refers to clients', () => {
  test('is found in the database, and every kind of it has words', async () => {
    const holders = await readClientHolders(world.db)
    expect(holders.length).toBeGreaterThan(30)
    expect(holders.filter(each => !isNamed(kindOfHolder(each))).map(({ table }) => table)).toEqual([])
    expect(isNamed(kindOfHolder({ table: 'planted', column: 'client_id' }))).toBe(false)
  })

  test('no column is called so without referring to them', async () => {
    const known = (await readClientHolders(world.db)).map(({ table, column }) => `${table}.${column}`)
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns c
      where table_schema = 'public' and column_name ~ '(^|_)client_id$' and column_name !~ 'category_client_id'
        and exists (select 1 from pg_class r where r.relname = c.table_name and r.relkind = 'r')`.execute(world.db)
    expect(rows.length).toBeGreaterThan(15)
    expect(rows.map(({ name }) => name).filter(name => !known.includes(name))).toEqual([])
  })
})

describe('a merge of two clients with a row of everything', () => {
  test('leaves no row that refers to the merged one, and undone it leaves the database as it was', async () => {
    const [into, from] = [world.target('clients', 'A1'), world.target('clients', 'A2')]
    if (!into || !from) throw new Error('the world has no two clients of a company')
    await furnish(Object(from))
    // A table of tomorrow, which nobody told the merge of.
    await sql`create table planted (id bigint generated always as identity primary key, owner_id bigint not null references clients (id))`.execute(
      world.db,
    )
    await sql`insert into planted (owner_id) values (${from.id})`.execute(world.db)
    const before = await referring(from.id)
    // A table that refers to clients has to be in this test: one without a row here would prove nothing.
    const empty = Object.entries(before).flatMap(([name, n]) => (n ? [] : [name]))
    const lists = Object.entries(clients.fields).flatMap(([name, { kind }]) =>
      kind === 'many' ? [`clients_${name}.parent_id`] : [],
    )
    expect(empty.filter(name => !lists.includes(name))).toEqual([])
    const database = await dump()
    const preview = await previewOf(into.uuid, from.uuid)
    expect(preview.refusals).toEqual([])
    expect(preview.conflicts).toEqual([])
    const made = mergeOf(await merge(into.uuid, from.uuid))
    const after = await referring(from.id)
    expect(Object.entries(after).filter(([, n]) => n)).toEqual([])
    expect(Object.keys(after)).toContain('planted.owner_id')
    expect((await world.call('staffA', 'GET', `clients/${from.uuid}`)).status).toBe(404)
    expect(await dump()).not.toEqual(database)
    answered(await undo(into.uuid, made))
    const undone = await dump()
    for (const [name, rows] of Object.entries(database)) expect(undone[name], name).toEqual(rows)
    expect(await referring(from.id)).toEqual(before)
    await sql`drop table planted`.execute(world.db)
  })
})

describe('a merge', () => {
  let into: Row
  let from: Row
  beforeEach(async () => {
    ;[into, from] = await twoClients()
  })

  test('gives the remaining client what it has nothing of, and what is chosen; the history of both names the other', async () => {
    await sql`update clients set fantasy_name = null, phone_name = 'Da primeira' where id = ${into.id}`.execute(
      world.db,
    )
    await sql`update clients set fantasy_name = 'Rede do Vale', phone_name = 'Da segunda', capital_social = 12.5 where id = ${from.id}`.execute(
      world.db,
    )
    const preview = await previewOf(into.uuid, from.uuid)
    const different = differencesOf(preview.into.row, preview.from.row)
    expect(different.find(({ key }) => key === 'fantasy_name')?.takesOther).toBe(true)
    expect(different.find(({ key }) => key === 'phone_name')?.takesOther).toBe(false)
    answered(await merge(into.uuid, from.uuid, { take: ['fantasy_name', 'capital_social'] }))
    const row = await one(
      sql`select fantasy_name, phone_name, capital_social::float as capital from clients where id = ${into.id}`,
    )
    expect(row).toEqual({ fantasy_name: 'Rede do Vale', phone_name: 'Da primeira', capital: 12.5 })
    const { rows } = await sql<{ event: string; row_id: number; reason: string }>`
      select event, row_id, reason from audit_events where resource = 'clients' and row_id in (${into.id}, ${from.id}) and event like 'clients.unific%' order by id`.execute(
      world.db,
    )
    expect(rows).toEqual([
      { event: 'clients.unificar', row_id: into.id, reason: expect.stringContaining(`/clients/${from.uuid}`) },
      { event: 'clients.unificado', row_id: from.id, reason: expect.stringContaining(`/clients/${into.uuid}`) },
    ])
  })

  test('takes what is empty without being asked, and refuses a field that is none to choose', async () => {
    await sql`update clients set fantasy_name = null where id = ${into.id}`.execute(world.db)
    await sql`update clients set fantasy_name = 'Outra' where id = ${from.id}`.execute(world.db)
    expect((await merge(into.uuid, from.uuid, { take: ['empresa_responsavel_id'] })).status).toBe(422)
    answered(await merge(into.uuid, from.uuid))
    expect(await one(sql`select fantasy_name from clients where id = ${into.id}`)).toEqual({ fantasy_name: 'Outra' })
  })

  test('lets the remaining client have the document of the other', async () => {
    answered(await merge(into.uuid, from.uuid, { take: ['document'] }))
    const found = await one(sql`select document from clients where id = ${into.id}`)
    expect(found).toEqual({ document: from.document })
  })

  test('unites lists without doubles, and puts them apart again', async () => {
    const phone = { responsible: 'Ana', phone: '+551139998888' }
    const other = { responsible: 'Beto', phone: '+551139997777' }
    for (const [client, phones] of [
      [into, [phone]],
      [from, [phone, other]],
    ] as const)
      answered(await world.call('staffA', 'PUT', `clients/${client.uuid}`, { body: { phones } }))
    const before = await dump()
    const preview = await previewOf(into.uuid, from.uuid)
    expect(preview.lines).toEqual(expect.arrayContaining([{ label: 'Telefones', moves: 1, doubles: 1 }]))
    const made = mergeOf(await merge(into.uuid, from.uuid))
    const row = Object(answered<Row>(await world.call('staffA', 'GET', `clients/${into.uuid}`)))
    expect(row.phones.map((each: Row) => each.phone)).toEqual([phone.phone, other.phone])
    answered(await undo(into.uuid, made))
    expect((await dump()).clients_phones).toEqual(before.clients_phones)
  })

  test('is refused while rows of both may not be of one client, names them, and happens once they may', async () => {
    const own = await world.make(bills, 'A1', { client_id: into.id })
    const others = await world.make(bills, 'A1', { client_id: from.id })
    await sql`update bills_to_receive set competence = '2031-05' where id in (${own.id}, ${others.id})`.execute(
      world.db,
    )
    const { conflicts } = await previewOf(into.uuid, from.uuid)
    expect(conflicts).toMatchObject([
      {
        kind: 'Contas a receber',
        total: 1,
        pairs: [{ into: { path: `/${bills.path}/${own.uuid}` }, from: { path: `/${bills.path}/${others.uuid}` } }],
      },
    ])
    const refused = await merge(into.uuid, from.uuid)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('Contas a receber: 1')
    await sql`update bills_to_receive set competence = '2031-06' where id = ${others.id}`.execute(world.db)
    answered(await merge(into.uuid, from.uuid))
  })

  test('makes one fistel of the same in both, whose coletas of one month are resolved before', async () => {
    const own = await world.make(fistels, 'A1', { client_id: into.id })
    const others = await world.make(fistels, 'A1', { client_id: from.id })
    await sql`
      update fistels f set fistel = o.fistel, service_type_id = o.service_type_id from fistels o
      where f.id = ${others.id} and o.id = ${own.id}`.execute(world.db)
    const month = { year: 2031, month: 3 }
    await world.make(collects, 'A1', { client_id: into.id, fistel_id: own.id, ...month })
    const same = await world.make(collects, 'A1', { client_id: from.id, fistel_id: others.id, ...month })
    const next = await world.make(collects, 'A1', { client_id: from.id, fistel_id: others.id, year: 2031, month: 4 })
    const before = await previewOf(into.uuid, from.uuid)
    expect(before.folded).toEqual(['1 fistel'])
    expect(before.conflicts).toMatchObject([{ kind: 'Coletas', total: 1, pairs: [{ same: 'Ano 2031, Mês 3' }] }])
    expect((await merge(into.uuid, from.uuid)).status).toBe(409)
    answered(await world.call('staffA', 'DELETE', `collects/${same.uuid}`))
    const database = await dump()
    const made = mergeOf(await merge(into.uuid, from.uuid))
    expect(await one(sql`select client_id, fistel_id from collects where id = ${next.id}`)).toEqual({
      client_id: into.id,
      fistel_id: own.id,
    })
    const there = await one(
      sql`select count(*)::int as n from fistels where client_id = ${into.id} and deleted_at is null`,
    )
    expect(there).toEqual({ n: 1 })
    // What somebody writes in it meanwhile does not keep it from going back.
    await sql`update collects set updated_at = now() + interval '1 second' where id = ${next.id}`.execute(world.db)
    answered(await undo(into.uuid, made))
    const undone = await dump()
    expect(undone.collects).toEqual(database.collects)
    expect(undone.fistels).toEqual(database.fistels)
    expect(undone.fistel_tenures).toEqual(database.fistel_tenures)
  })

  test('says which people will see what, and asks about each by itself', async () => {
    await sql`insert into clients_client_users (parent_id, position, user_id) values (${from.id}, 0, ${world.people.clientA})`.execute(
      world.db,
    )
    const { confirmations } = await previewOf(into.uuid, from.uuid)
    expect(confirmations.map(({ key }) => key)).toEqual(['documento', 'usuarios'])
    expect(confirmations[1]?.text).toContain('passa a ver tudo')
    const refused = await merge(into.uuid, from.uuid, { confirmed: ['documento'] })
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('Falta confirmar')
    answered(await merge(into.uuid, from.uuid))
  })

  test('keeps one of two open tasks that nobody wrote in, and both come back', async () => {
    const template = await one(
      sql<{ id: number }>`insert into tarefas (nome, slug) values ('Modelo', 'modelo-unificado') returning id`,
    )
    for (const { id } of [into, from])
      await sql`
        insert into client_tarefas (name, client_id, due_on, last_on, tarefa_id, period)
        values ('Igual', ${id}, '2031-01-10', '2031-01-10', ${template?.id}, '2031-01')`.execute(world.db)
    const before = await dump()
    const preview = await previewOf(into.uuid, from.uuid)
    expect(preview.conflicts).toEqual([])
    expect(preview.spared).toEqual(['1 tarefa de cliente'])
    const made = mergeOf(await merge(into.uuid, from.uuid))
    const there = await one(
      sql`select count(*)::int as n from client_tarefas where client_id = ${into.id} and deleted_at is null`,
    )
    expect(there).toEqual({ n: 1 })
    answered(await undo(into.uuid, made))
    expect((await dump()).client_tarefas).toEqual(before.client_tarefas)
    await sql`update client_tarefas set done_on = '2031-01-05' where name = 'Igual'`.execute(world.db)
    expect((await previewOf(into.uuid, from.uuid)).conflicts).toMatchObject([{ total: 1 }])
  })
})

describe('nobody merges', () => {
  const uuid = (owner: 'A1' | 'A2' | 'B1') => world.target('clients', owner)?.uuid ?? ''

  test('a client they do not see, or without the rights to change and delete clients', async () => {
    expect((await merge(uuid('A1'), uuid('B1'))).status).toBe(404)
    expect((await merge(uuid('B1'), uuid('A1'))).status).toBe(404)
    expect((await merge(uuid('A1'), uuid('A2'), { who: 'clientA' })).status).toBe(403)
    expect((await merge(uuid('A1'), uuid('A2'), { who: 'frontDeskA' })).status).toBe(403)
    const profile = await one(
      sql<{ id: number }>`select profile_id as id from users where id = ${world.people.frontDeskA}`,
    )
    const roles = ['clients.index', 'clients.show', 'clients.update', 'clients.unificar', 'clients.unificar.previa']
    const body = { profile_roles: roles.map(role => ({ role })) }
    answered(await world.call('superAdmin', 'PUT', `profiles/${profile?.id}`, { body }))
    const refused = await merge(uuid('A1'), uuid('A2'), { who: 'frontDeskA' })
    expect(refused.status).toBe(403)
    expect(refused.body.message).toContain('alterar e excluir')
  })

  test('clients of two companies, a client with itself, or a prospect', async () => {
    const companies = await merge(uuid('A1'), uuid('B1'), { who: 'superAdmin' })
    expect(companies.status).toBe(409)
    expect(companies.body.message).toContain('empresas responsáveis diferentes')
    expect((await merge(uuid('A1'), uuid('A1'))).body.message).toContain('mesmo cliente')
    const prospect = await world.make(prospects, 'A1')
    const refused = await merge(uuid('A1'), prospect.uuid)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('prospecto')
    expect((await merge(prospect.uuid, uuid('A1'))).status).toBe(404)
  })

  test('with what changed since it was read, nor a closed client’s fistéis into an open one', async () => {
    const [into, from] = await twoClients()
    const versions = { into: await versionOf(into.uuid), from: await versionOf(from.uuid) }
    answered(await world.call('staffA', 'PUT', `clients/${from.uuid}`, { body: { phone_name: 'Salvo antes' } }))
    const stale = await merge(into.uuid, from.uuid, { versions })
    expect(stale.status).toBe(409)
    expect(stale.body.message).toContain('mudou desde')
    await world.make(fistels, 'A1', { client_id: from.id })
    await sql`update clients set status_id = (select id from statuses where model = 'Client' and slug = 'encerrado') where id = ${from.id}`.execute(
      world.db,
    )
    expect((await merge(into.uuid, from.uuid)).body.message).toContain('Encerrado')
  })

  test('twice: of twelve at once one happens, and a save of what was read before is refused', async () => {
    const [into, from] = await twoClients()
    const version = await versionOf(into.uuid)
    const replies = await Promise.all(Array.from({ length: 12 }, async () => merge(into.uuid, from.uuid)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...replies.slice(1).map(() => expect.any(Number)),
    ])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => ![200, 404, 409].includes(status)).map(({ text }) => text)).toEqual([])
    const headers = { 'if-match': `"${version}"` }
    const save = await world.call('staffA', 'PUT', `clients/${into.uuid}`, { headers, body: { phone_name: 'Tarde' } })
    expect(save.status).toBe(412)
    expect((await merge(into.uuid, from.uuid)).status).toBe(404)
  })
})

async function runChore() {
  const chore = world.house.chores.chores.find(({ name }) => name === 'unificacoes')
  await chore?.run(world.house, { now: new Date(), byHand: true, signal: new AbortController().signal })
}

describe('a merge is undone', () => {
  test('once, by whoever may merge, and not from the bin', async () => {
    const [into, from] = await twoClients()
    const made = mergeOf(await merge(into.uuid, from.uuid))
    const found = answered<ClientMergeAnswer>(await world.call('staffA', 'GET', `clients/${from.uuid}/unificado`))
    expect(found).toMatchObject({ uuid: made, into: { uuid: into.uuid }, from: { uuid: from.uuid } })
    expect((await world.call('staffB', 'GET', `clients/${from.uuid}/unificado`)).status).toBe(404)
    expect((await world.call('staffA', 'GET', `clients/${into.uuid}/unificado`)).status).toBe(404)
    expect((await undo(into.uuid, made, 'staffB')).status).toBe(404)
    expect((await undo(into.uuid, made, 'clientA')).status).toBe(403)
    answered(await undo(into.uuid, made))
    const again = await undo(into.uuid, made)
    expect(again.status).toBe(409)
    expect(again.body.message).toContain('já foi desfeita')
    expect((await world.call('staffA', 'GET', `clients/${from.uuid}`)).status).toBe(200)
    expect(await mergesOf(into.uuid)).toEqual([])
  })

  test('with what hangs on what goes back; what was made since stays, and what was changed since too', async () => {
    const [into, from] = await twoClients()
    await sql`update clients set fantasy_name = null, phone_name = null where id = ${into.id}`.execute(world.db)
    await sql`update clients set fantasy_name = 'Levada', phone_name = 'Marta' where id = ${from.id}`.execute(world.db)
    const moved = await world.make(fistels, 'A1', { client_id: from.id })
    const made = mergeOf(await merge(into.uuid, from.uuid))
    const own = await world.make(fistels, 'A1', { client_id: into.id })
    const coleta = await world.make(collects, 'A1', { client_id: into.id, fistel_id: moved.id })
    answered(await world.call('staffA', 'PUT', `clients/${into.uuid}`, { body: { phone_name: 'Otávio' } }))
    const [plan] = await mergesOf(into.uuid)
    expect(plan).toMatchObject({
      back: expect.arrayContaining(['1 fistel']),
      along: ['1 coleta'],
      stay: ['1 fistel'],
      restored: ['Nome fantasia'],
      changed: ['Contato'],
    })
    const reply = await undo(into.uuid, made)
    expect(reply.body.message).toContain('Contato')
    const { rows } = await sql<{ client_id: number }>`
      select client_id from fistels where id in (${moved.id}, ${own.id}) union all select client_id from collects where id = ${coleta.id}
      order by 1`.execute(world.db)
    expect(rows.map(({ client_id }) => client_id).toSorted((a, b) => a - b)).toEqual(
      [into.id, from.id, from.id].toSorted((a, b) => a - b),
    )
    const found = await one(sql`select fantasy_name, phone_name from clients where id = ${into.id}`)
    expect(found).toEqual({ fantasy_name: null, phone_name: 'Otávio' })
  })

  test('not while the remaining client went on into a third, and after that was undone', async () => {
    const [into, from] = await twoClients()
    const third = await world.make(clients, 'A1', { client_users: [] })
    const fistel = await world.make(fistels, 'A1', { client_id: from.id })
    const first = mergeOf(await merge(into.uuid, from.uuid))
    const second = mergeOf(await merge(third.uuid, into.uuid))
    const refused = await undo(into.uuid, first)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('Desfaça essa unificação antes')
    const where = answered<ClientMergeAnswer>(await world.call('staffA', 'GET', `clients/${from.uuid}/unificado`))
    expect(where.into.uuid).toBe(third.uuid)
    answered(await undo(third.uuid, second))
    answered(await undo(into.uuid, first))
    expect(await one(sql`select client_id from fistels where id = ${fistel.id}`)).toEqual({ client_id: from.id })
  })

  test('not after its term, when what was moved is forgotten; its old address still leads on', async () => {
    const [into, from] = await twoClients()
    await world.make(fistels, 'A1', { client_id: from.id })
    const made = mergeOf(await merge(into.uuid, from.uuid))
    await sql`update client_merges set at = now() - make_interval(days => ${undoDays + 1}) where uuid = ${made}::uuid`.execute(
      world.db,
    )
    const refused = await undo(into.uuid, made)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain(`${undoDays} dias`)
    await runChore()
    const left = await one(
      sql`select count(*)::int as n from client_merge_rows r join client_merges m on m.id = r.merge_id where m.uuid = ${made}::uuid`,
    )
    expect(left).toEqual({ n: 0 })
    const where = answered<ClientMergeAnswer>(await world.call('staffA', 'GET', `clients/${from.uuid}/unificado`))
    expect(where).toMatchObject({ until: null, into: { uuid: into.uuid } })
  })

  test('with what was written for the merged client by somebody who waited: it follows the others first', async () => {
    const [into, from] = await twoClients()
    const made = mergeOf(await merge(into.uuid, from.uuid))
    const late = await world.make(fistels, 'A1', { client_id: into.id })
    await sql`update fistels set client_id = ${from.id} where id = ${late.id}`.execute(world.db)
    await runChore()
    expect(await one(sql`select client_id from fistels where id = ${late.id}`)).toEqual({ client_id: into.id })
    answered(await undo(into.uuid, made))
    expect(await one(sql`select client_id from fistels where id = ${late.id}`)).toEqual({ client_id: from.id })
  })
})
