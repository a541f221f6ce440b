import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { isNamed, kindOfHolder, readClientHolders } from '#features/clients/merges/holders.server.ts'
import { mergerOf, type Merger } from '#test/support/merging.ts'
import { openWorld, type Row, type World } from '#test/support/world.ts'

let world: World
let merger: Merger
beforeAll(async () => {
  world = await openWorld()
  merger = mergerOf(world)
})
afterAll(() => world?.close())

/** A row in each table that no section makes rows of, and in each list. */
async function furnish({ id }: Row) {
  await sql`insert into dunning_pauses (client_id, reason) values (${id}, 'Acordo')`.execute(world.db)
  await sql`insert into client_upload_days (client_id, day, bytes) values (${id}, current_date, 7)`.execute(world.db)
  await sql`
    insert into api_tokens (user_id, kind, name, hash, hint, scopes, client_id, starts_at, ends_at, created_by)
    select ${world.people.clientA}, 'pessoal', 'Planilha', sha256('planilha'), '1234', '{clients.index}', ${id}, now(),
      now() + interval '1 day', ${world.people.clientA}`.execute(world.db)
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
    // A table of tomorrow, which the merge does not know.
    await sql`create table planted (id bigint generated always as identity primary key, owner_id bigint not null references clients (id))`.execute(
      world.db,
    )
    await sql`insert into planted (owner_id) values (${from.id})`.execute(world.db)
    const before = await merger.referring(from.id)
    // A table that refers to clients has to be in this test: one without a row here would prove nothing.
    const empty = Object.entries(before).flatMap(([name, n]) => (n ? [] : [name]))
    const lists = Object.entries(clients.fields).flatMap(([name, { kind }]) =>
      kind === 'many' ? [`clients_${name}.parent_id`] : [],
    )
    expect(empty.filter(name => !lists.includes(name))).toEqual([])
    const database = await merger.dump()
    const preview = await merger.previewOf(into.uuid, from.uuid)
    expect(preview.refusals).toEqual([])
    expect(preview.conflicts).toEqual([])
    const made = merger.mergeOf(await merger.merge(into.uuid, from.uuid))
    const after = await merger.referring(from.id)
    expect(Object.entries(after).filter(([, n]) => n)).toEqual([])
    expect(Object.keys(after)).toContain('planted.owner_id')
    expect((await world.call('staffA', 'GET', `clients/${from.uuid}`)).status).toBe(404)
    expect(await merger.dump()).not.toEqual(database)
    merger.answered(await merger.undo(into.uuid, made))
    const undone = await merger.dump()
    expect(Object.keys(database).length).toBeGreaterThan(150)
    expect(
      Object.keys(database).filter(name => JSON.stringify(undone[name]) !== JSON.stringify(database[name])),
    ).toEqual([])
    expect(await merger.referring(from.id)).toEqual(before)
    await sql`drop table planted`.execute(world.db)
  })
})
