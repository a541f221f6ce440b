import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { migrate, migrationsFolder } from '#server/migrate.ts'
import { freshDatabase } from '../support/databases.ts'

// A house that was in use before its records took the specification's shapes loses nothing of them.

const before = `
  insert into clients (name, document, consultancy_type_id) values
    ('Vale Net', '11222333000181', 'Regulatória'), ('Serra Fibra', '11222333000262', 'regulatória'), ('Mar', '11222333000343', null);
  insert into clients_phones (parent_id, position, phone, types) values
    (1, 0, '+551136210000', 'Financeiro, técnico ,Financeiro'), (1, 1, '+551136210001', null);
  insert into clients_client_partners (parent_id, position, name, role) values (1, 0, 'Ana d''Ávila', 'Sócia'), (2, 0, 'Rui', null);
  insert into links_importantes_categorias (name, slug) values ('Anatel de antes', 'anatel-de-antes');
  insert into fistels (fistel, client_id, service_type_id) values ('50200000015', 1, 1);
  insert into cities (label, name, name_state, ibge) values ('Itu/SP', 'Itu', 'SP', 3523909);
  insert into collects (client_id, fistel_id, service_type_id, year, month) values (1, 1, 1, 2026, 1);
  insert into collects_locations (parent_id, position, city_id) values (1, 0, 1);
  insert into collects_locations_accesses (parent_id, position, client_type_id, attendance_middle_id, amount) values (1, 0, 1, 1, 7);
  insert into users (name, email, profile_id) select 'Ana', 'ana@exemplo.com.br', min(id) from profiles;
  insert into collect_drafts (collect_id, user_id, version, work, device, at)
    values (1, 1, 1, '{"changed":{"locations":[{"accesses":[{"amount":7}]}]},"said":"\\"accesses\\":["}', 'a', now());
  insert into audit_events (request_id, event, resource, row_id, changes) values
    ('a', 'collects.update', 'collects', 1, '{"locations": [[{"id": 1, "accesses": [{"amount": 7}]}], []]}'),
    ('b', 'stations.update', 'stations', 1, '{"metas_only_father": [[], [{"key": "a", "label": "A", "type": "date", "value": "2026-12-01"}]]}');
  insert into configurations (name) values ('Avisos');
  insert into configurations_metas_only_father (parent_id, position, key, label, type, options, value) values
    (1, 0, 'meio', 'Meio', 'select', 'Fibra' || chr(10) || ' Rádio', 'Fibra'), (1, 1, 'prazos', 'Prazos', 'group', null, null);
  insert into imports (name, resource, state, user_id) values
    ('Coletas de 05/2030', 'collects', 'processando', 1), ('Coletas de março.xlsx', 'collects', 'em-preparo', 1);
  insert into audit_events (request_id, event, resource, row_id, changes) values
    ('c', 'imports.store', 'imports', 1, '{}'), ('d', 'imports.store', 'imports', 2, '{}');
  insert into profiles_profile_roles (parent_id, position, role) select id, 0, 'collects.abrir-mes' from profiles where slug = 'equipe';
  insert into imports (name, resource, state, user_id, header, mapping) values
    ('velhos.csv', 'clients', 'concluido', 1, '["Quem", "CNPJ", "Quem", "", "Nota"]', '["name", "document", "fantasy_name", "phone", null]'),
    ('novos.csv', 'clients', 'concluido', 1, '["Quem", "CNPJ", "Quem", "", "Nota"]', '["name", "document", null, null, null]'),
    ('aberta.csv', 'fistels', 'em-preparo', 1, '["Fistel"]', '["fistel"]');
  insert into collect_mappings (name, client_id) values ('Arquivo de Vale Net', 1);
  insert into collect_mappings_columns (parent_id, position, target, source, content) values (1, 0, 'UF', 'coluna', 'Estado');
  insert into audit_events (request_id, event, resource, row_id, changes) values ('e', 'collect-mappings.store', 'collect_mappings', 1, '{}');
  insert into profiles_profile_roles (parent_id, position, role)
    select id, n, role from profiles, unnest(array['collect-mappings.index', 'collect-mappings.update']) with ordinality r (role, n) where slug = 'equipe';
  insert into configurations_metas_only_father_fields (parent_id, position, key, label, type, class, hidden, value)
    values (2, 0, 'dias', 'Dias', 'number', 'col-6', true, '12,5');`

describe('what was kept before', () => {
  let database: Database
  const folder = mkdtempSync(join(tmpdir(), 'outorga-before-'))
  const rows = async (query: string) => (await database.pool.query(query)).rows

  beforeAll(async () => {
    database = await freshDatabase()
    await database.pool.query('drop schema public, pgboss cascade')
    await database.pool.query('create schema public')
    for (const name of readdirSync(migrationsFolder()).filter(each => each < '0050'))
      copyFileSync(join(migrationsFolder(), name), join(folder, name))
    await migrate(database, folder)
    await database.pool.query(`insert into profiles (name, slug) values ('Equipe', 'equipe')`)
    for (const statement of before.split(/;\n/)) await database.pool.query(statement)
    await migrate(database)
  }, 300_000)
  afterAll(async () => {
    await database?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('what was typed as a kind of consultancy is a row of its list, once however it was written', async () => {
    expect(await rows('select name, slug from consultancy_types')).toEqual([
      { name: 'Regulatória', slug: 'regulatoria' },
    ])
    expect(await rows('select consultancy_type_id as id from clients order by id')).toEqual([
      { id: 1 },
      { id: 1 },
      { id: null },
    ])
  })

  test('uses of a phone, and ways of being a partner, are lists', async () => {
    expect(await rows('select types from clients_phones order by id')).toEqual([
      { types: ['Financeiro', 'técnico'] },
      { types: [] },
    ])
    expect(await rows('select slug, categories from clients_client_partners order by id')).toEqual([
      { slug: 'ana-d-avila', categories: ['Sócia'] },
      { slug: 'rui', categories: [] },
    ])
    expect(await rows(`select nome from links_importantes_categorias where slug = 'anatel-de-antes'`)).toHaveLength(1)
  })

  test('accesses keep their rows, in drafts and in history too, and words that look like their name stay', async () => {
    expect(await rows('select amount from collects_locations_accesses_ordered')).toEqual([{ amount: 7 }])
    const [draft] = await rows('select work from form_drafts')
    expect(draft.work).toEqual({
      changed: { locations: [{ accesses_ordered: [{ amount: 7 }] }] },
      said: '"accesses":[',
    })
    const [event] = await rows(`select changes from audit_events where request_id = 'a'`)
    expect(event.changes).toEqual({ locations: [[{ id: 1, accesses_ordered: [{ amount: 7 }] }], []] })
  })

  test('a month that was being opened goes on where openings stand, under the uuid of its job, and a file stays an import', async () => {
    const [opening] = await rows('select id, name, year, month, state, user_id from month_openings')
    expect(opening).toMatchObject({
      name: 'Coletas de 05/2030',
      year: 2030,
      month: 5,
      state: 'processando',
      user_id: 1,
    })
    expect(await rows(`select name from imports where resource = 'collects'`)).toEqual([
      { name: 'Coletas de março.xlsx' },
    ])
    expect(
      await rows(
        `select event, resource, row_id::int as row_id from audit_events where request_id in ('c', 'd') order by id`,
      ),
    ).toEqual([
      { event: 'month-openings.store', resource: 'month_openings', row_id: Number(opening.id) },
      { event: 'imports.store', resource: 'imports', row_id: 2 },
    ])
    const given = await rows(`select role from profiles_profile_roles where role like 'month-openings.%'`)
    expect(given).toHaveLength(4)
  })

  test('what files were said to mean is one memory, and what was last written by counts as agreed to', async () => {
    const column = (text: string) => ({ from: 'coluna', text })
    const [first, , open] = await rows(`select mapping from imports where mapping is not null order by id`)
    expect(first.mapping).toEqual({
      columns: {
        name: column('Quem'),
        document: column('CNPJ'),
        fantasy_name: column('Quem (2)'),
        phone: column('Coluna 4'),
      },
      values: [],
      kbps: false,
    })
    expect(open.mapping.columns).toEqual({ fistel: column('Fistel') })
    expect(
      await rows(`
        select m.name, m.intake, m.client_id::int as client,
          array(select target || ' ' || content from mappings_columns where parent_id = m.id order by position) as columns,
          array(select title from mappings_left where parent_id = m.id order by position) as "left"
        from mappings m order by m.id`),
    ).toEqual([
      { name: 'Arquivo de Vale Net', intake: 'coleta', client: 1, columns: ['UF Estado'], left: [] },
      {
        name: 'novos.csv',
        intake: 'clients',
        client: null,
        columns: ['name Quem', 'document CNPJ'],
        left: ['Quem (2)', 'Coluna 4', 'Nota'],
      },
    ])
    expect(await rows(`select event, resource from audit_events where request_id = 'e'`)).toEqual([
      { event: 'mappings.store', resource: 'mappings' },
    ])
    expect(await rows(`select role from profiles_profile_roles where role like '%mappings.%'`)).toEqual([
      { role: 'mappings.index' },
    ])
  })

  test('run-time fields are one tree, with their values, under numbers that do not repeat', async () => {
    const [{ metas }] = await rows('select metas_only_father as metas from configurations where id = 1')
    expect(metas).toMatchObject([
      { key: 'meio', meta_type_id: 7, value: 'Fibra', extras: { label: 'Meio', options: ['Fibra', 'Rádio'] } },
      {
        key: 'prazos',
        meta_type_id: 10,
        fields: [
          { key: 'dias', meta_type_id: 3, value: '12,5', extras: { class: 'col-6', hidden: true, options: [] } },
        ],
      },
    ])
    const ids = [metas[0].id, metas[1].id, metas[1].fields[0].id]
    expect(new Set(ids).size).toBe(3)
    const [event] = await rows(`select changes from audit_events where request_id = 'b'`)
    expect(event.changes).toMatchObject({ metas: [[], [{ key: 'a', meta_type_id: 5, value: '2026-12-01' }]] })
  })
})
