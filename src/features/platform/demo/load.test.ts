import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fields } from '#kernel/field.ts'
import { metasAt, sentMeta } from '#kernel/meta.ts'
import { draftSchema } from '#kernel/schema.ts'
import { seedCities } from '#features/network/cities/cities.server.ts'
import { municipalities } from '#features/network/cities/municipalities.server.ts'
import { openPasswords } from '#features/people/auth/passwords.server.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { seedConfigurations } from '#features/platform/configurations/configurations.server.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { writeForClient } from '#features/regulatory/anatel/write.server.ts'
import { scm } from '#features/regulatory/anatel/layouts.ts'
import type { CheckedRow } from '#features/regulatory/anatel/check.ts'
import { tokensOf } from '#features/regulatory/anatel/tokens.server.ts'
import { groupsIn } from '#features/regulatory/anatel/read.server.ts'
import { noInstructions } from '#features/regulatory/collects/intake/intake.ts'
import { judgeRecords } from '#features/regulatory/collects/intake/judge-records.ts'
import { summarise } from '#features/regulatory/collects/intake/summarise.ts'
import { networksOf } from '#features/regulatory/infrastructure/network.server.ts'
import { drawDanfse } from '#features/billing/invoices/danfse.server.ts'
import { issuerFacts, takerFacts } from '#features/billing/invoices/facts.server.ts'
import { demoAccounts, loadDemo } from '#features/platform/demo/demo.server.ts'
import { empresas } from '#features/people/empresas/empresas.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { informative } from '#features/support/informative/informative.ts'
import { seedProfiles } from '#features/people/profiles/seed.server.ts'
import { users } from '#features/people/users/users.ts'
import { readStored } from '#parts/file/store.server.ts'
import { readConfig } from '#settings.server.ts'
import type { Database } from '#server/database/database.ts'
import { freshDatabase } from '#test/support/databases.ts'

const folder = mkdtempSync(join(tmpdir(), 'outorga-demo-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
/** Settings whose files are thrown away. */
const configOf = (env: Readonly<Record<string, string>> = {}) => readConfig({ OUTORGA_DATA_DIR: folder, ...env })

const passwords = openPasswords({ memoryCost: 1024, timeCost: 1 })
// Early on a first day, when the least has had time to happen.
const lent = {
  write: writeForClient,
  networksOf,
  notes: { issuerFacts, takerFacts, draw: drawDanfse },
}
const now = new Date('2026-11-01T09:00:00Z')

async function ready() {
  const database = await freshDatabase()
  await seedCities(database.kysely)
  await seedConfigurations(database.kysely)
  await seedProfiles(database.kysely, [])
  return database
}

describe('demonstration data', () => {
  let database: Database
  let printed: readonly string[]
  const load = (env: Readonly<Record<string, string>>) => loadDemo(database.kysely, configOf(env), passwords, now, lent)
  const one = async (query: string) => {
    const { rows } = await sql.raw<Readonly<Record<string, number>>>(query).execute(database.kysely)
    return rows[0]
  }

  beforeAll(async () => {
    database = await ready()
  })
  afterAll(() => database.close())

  test('stays away where it is not wanted, DATABASE_URL is set or an administrator is named', async () => {
    expect(await load({ OUTORGA_DEMO: '0' })).toEqual([])
    expect(await load({ DATABASE_URL: 'postgres://localhost/outorga' })).toEqual([])
    expect(await load({ ADMIN_EMAIL: 'eu@exemplo.com.br', ADMIN_PASSWORD: 'correta e longa' })).toEqual([])
    expect(await demoAccounts(database.kysely)).toEqual([])
    expect(await one('select count(*)::int as clients from clients')).toEqual({ clients: 0 })
  })

  test('prints who can sign in once loaded', async () => {
    printed = await load({})
    expect(printed.join('\n')).toContain('demonstracao-2026')
    expect(printed).toContain('  ana@outorga.example (Administrador)')
  })

  test('holds two companies, forty clients and fourteen months up to the last one ended', async () => {
    const counts = await one(`select (select count(*) from empresas)::int as empresas,
      (select count(*) from clients where not prospect)::int as clients, (select count(*) from clients where not active)::int as inactive,
      (select count(*) from informative)::int as news, (select count(distinct state) from collects_locations)::int as states,
      (select count(distinct (year, month)) from collects)::int as months,
      (select max(year * 100 + month) from collects)::int as last`)
    expect(counts).toEqual({ empresas: 2, clients: 40, inactive: 2, news: 13, states: 12, months: 14, last: 202610 })
    const { collects: told = 0 } = (await one('select count(*)::int as collects from collects')) ?? {}
    expect(told).toBeGreaterThan(400)
  })

  test('shows a client only what is linked to it', async () => {
    const linked = await one(`select count(*)::int as links, count(distinct user_id)::int as people
      from clients_client_users l join users u on u.id = l.user_id join profiles p on p.id = u.profile_id
      join clients c on c.id = l.parent_id
      where p.slug = 'cliente' and c.empresa_responsavel_id = u.empresa_id`)
    expect(linked).toEqual({ links: 5, people: 3 })
  })

  test.each([clients, fistels, collects, informative, users, empresas])(
    'every row of $path could have been typed',
    async ({ path, fields }) => {
      expect(await refused(database, path, fields)).toEqual([])
    },
  )

  test('every coleta would be taken by Anatel, but the one whose plan came in Kbps', async () => {
    const checked = await judged(database)
    expect(checked.length).toBeGreaterThan(400)
    expect(checked.filter(({ summary }) => summary.accepted !== summary.rows)).toEqual([])
    const warned = checked.filter(({ summary }) => summary.warnings)
    expect(warned.map(({ client, month, status }) => ({ client, month, status }))).toEqual([
      { client: 'Salinas Fibra', month: 10, status: 'aguardando-cliente' },
    ])
    expect(new Set(warned.flatMap(({ rules }) => rules))).toEqual(new Set(['speed-kbps']))
  })

  test('keeps the file of every version that was sent, as the house writes it', async () => {
    expect(
      await one(`select count(*)::int as without from collects k join statuses s on s.id = k.status_id
        where s.slug in ('enviada', 'processada', 'com-erro') and not exists (
          select 1 from collect_files f where f.collect_id = k.id and f.edition = k.edition and f.kind = 'arquivo')`),
    ).toEqual({ without: 0 })
    expect(
      await one(`select count(*)::int as twice from collect_files f join collects k on k.id = f.collect_id
        where f.edition = 1 and k.edition = 2 and f.kind = 'arquivo'`),
    ).toEqual({ twice: 2 })
    const { rows } = await sql<{ sha256: string; accesses: number }>`
      select sha256, accesses from collect_files where kind = 'arquivo' order by id desc limit 5`.execute(
      database.kysely,
    )
    for (const { sha256, accesses } of rows) {
      const groups = groupsIn(await readStored(configOf(), sha256))
      expect(groups.reduce((sum, { acessos }) => sum + acessos, 0)).toBe(accesses)
    }
  })

  test('dropped receipts yesterday: six are kept where they say, and two wait in the tray', async () => {
    expect(
      await one(`select
        count(*) filter (where r.state = 'guardado' and f.collect_id = k.id and f.sha256 = r.sha256 and c.document = r.found::json -> 'cnpjs' ->> 0)::int as kept,
        count(*) filter (where r.state = 'bandeja')::int as tray, count(*)::int as all
        from receipts r left join collect_files f on f.id = (r.deed::json ->> 'file')::bigint
        left join collects k on k.id = (r.deed::json ->> 'collect')::bigint left join clients c on c.id = k.client_id`),
    ).toEqual({ kept: 6, tray: 2, all: 8 })
  })

  test('tells nothing that contradicts itself', async () => {
    expect(
      await one(`select
        (select count(*) from stations where fistel_id is null)::int as unlicensed,
        (select count(*) from station_links l join station_link_types t on t.id = l.station_link_type_id
          where l.own_link <> (t.slug = 'terrestre-proprio'))::int as links,
        (select count(*) from tickets t join ticket_messages m on m.ticket_id = t.id where t.name || m.content like '%{%')::int as unsaid,
        (select count(*) from stations_client_shared_stations x join stations s on s.id = x.parent_id
          where s.client_id = x.client_id)::int as own,
        (select count(*) from tarefas where descricao like '%15 de%')::int as days`),
    ).toEqual({ unlicensed: 0, links: 0, unsaid: 0, own: 0, days: 0 })
    const { rows } = await sql<{ root: string }>`
      select substr(document, 6, 3) as root from clients where prospect`.execute(database.kysely)
    expect(new Set(rows.map(({ root }) => root)).size).toBe(4)
    const towns = await sql<{ content: string; town: string }>`
      select m.content, y.name as town from ticket_messages m join tickets t on t.id = m.ticket_id
      join clients_addresses a on a.parent_id = t.client_id and a.position = 0 join cities y on y.id = a.city_id
      where m.content like 'O arquivo volta com o município%'`.execute(database.kysely)
    expect(towns.rows).toHaveLength(1)
    for (const { content, town } of towns.rows) expect(content).toContain(town)
  })

  test.each([
    ['stations_client_shared_stations', 2],
    ['checking_accounts', 2],
    ['module_configurations', 2],
    ['particularities', 2],
    ['clients_particularities', 4],
    ['meta_uploads', 5],
    [`stations where metas <> '[]'`, 4],
    [`clients where metas_only_father <> '[]'`, 4],
    ['collect_notes', 4],
    ['informative_readings', 10],
    ['notices', 10],
    ['station_notes', 4],
    ['station_uploads', 1],
    ["stations where town_match = 'fora'", 1],
    ["stations where town_match = 'dentro'", 10],
    ['stations_address where lat is not null', 4],
  ])('leaves no empty room: %s has %i rows or more', async (room, least) => {
    const { rows = 0 } = (await one(`select count(*)::int as rows from ${room}`)) ?? {}
    expect(rows).toBeGreaterThanOrEqual(least)
  })

  test('nothing came in later than the moment it was loaded', async () => {
    const late = await sql`select 1 from collects where created_at > ${now}
      union all select 1 from informative where created_at > ${now}`.execute(database.kysely)
    expect(late.rows).toEqual([])
  })

  test('is loaded once', async () => {
    expect(await load({ OUTORGA_DEMO: '1' })).toEqual([])
    expect(await one('select count(*)::int as clients from clients')).toEqual({ clients: 44 })
  })

  test('lists the accounts while they may still enter with the password it gave', async () => {
    const accounts = await demoAccounts(database.kysely)
    expect(accounts.map(({ role }) => role)).toEqual([
      'Administrador',
      'Colaborador',
      'Colaborador · Meridiano Outorgas',
      'Colaborador · Farol Regulatório',
      'Cliente · Vale Águas Fibra',
      'Cliente · GH Telecom, Enxaimel Net',
      'Cliente · Araripe Fibra, Bezerra Informática',
    ])
    const [stored] = (
      await sql<{ password: string }>`select password from users where email = 'ana@outorga.example'`.execute(
        database.kysely,
      )
    ).rows
    expect(await passwords.verify(stored?.password ?? null, accounts[0]?.password ?? '')).toBe(true)

    await sql`update users set password = 'outra' where email = 'ana@outorga.example'`.execute(database.kysely)
    await sql`update users set active = false where email = 'bruno@outorga.example'`.execute(database.kysely)
    await sql`update users set deleted_at = now() where email = 'camila@outorga.example'`.execute(database.kysely)
    expect((await demoAccounts(database.kysely)).map(({ email }) => email)).toEqual([
      'diego@outorga.example',
      'helena@valeaguasfibra.example',
      'ricardo@ghtelecom.example',
      'socorro@araripefibra.example',
    ])
  })
})

test('past the last day most of the month is filed', async () => {
  const database = await ready()
  try {
    const later = new Date('2026-11-22T15:00:00Z')
    await loadDemo(database.kysely, configOf({ OUTORGA_DEMO: '1' }), passwords, later, lent)
    const { rows } = await sql<{ filed: number; all: number }>`
      select count(*) filter (where s.slug in ('enviada', 'processada'))::int as filed, count(*)::int as all
      from collects k join statuses s on s.id = k.status_id where k.year = 2026 and k.month = 10`.execute(
      database.kysely,
    )
    const [{ filed, all } = { filed: 0, all: 0 }] = rows
    expect(all).toBeGreaterThan(30)
    expect(filed / all).toBeGreaterThan(0.8)
  } finally {
    await database.close()
  }
})

test('a first start cut short leaves nothing, and of two at once one loads', async () => {
  const database = await ready()
  const load = () => loadDemo(database.kysely, configOf({ OUTORGA_DEMO: '1' }), passwords, now, lent)
  const left = async () => {
    const { rows } = await sql`select 1 from users union all select 1 from clients union all select 1 from empresas
      union all select 1 from collects union all select 1 from installation where key = 'demo'`.execute(database.kysely)
    return rows.length
  }
  try {
    // News is written last.
    await sql`alter table informative add constraint cut check (false)`.execute(database.kysely)
    await expect(load()).rejects.toThrow('cut')
    expect(await left()).toBe(0)

    await sql`alter table informative drop constraint cut`.execute(database.kysely)
    const printed = await Promise.all([load(), load()])
    expect(printed.filter(({ length }) => length)).toHaveLength(1)
  } finally {
    await database.close()
  }
})

/** What the form would refuse, in a table and in those of its lines. */
async function refused(database: Database, table: string, fields: Fields): Promise<readonly string[]> {
  const { rows } = await sql<{ row: Readonly<Record<string, unknown>> }>`
    select to_jsonb(t) as row from ${sql.table(table)} t`.execute(database.kysely)
  const schema = draftSchema(fields)
  // A stored password is a hash, and lines stand in tables of their own.
  const typed = Object.keys(schema.shape).filter(name => name !== 'password' && fields[name]?.kind !== 'many')
  // Stored, a run-time field has a uuid that nobody sends.
  const sent = (row: Readonly<Record<string, unknown>>, name: string) =>
    fields[name]?.kind === 'metas' ? metasAt(row, name).map(meta => sentMeta(meta)) : row[name]
  const here = rows.flatMap(({ row }) => {
    const { error } = schema.safeParse(Object.fromEntries(typed.map(name => [name, sent(row, name)])))
    return error ? [`${table} ${String(row.id)}: ${error.message}`] : []
  })
  const lines = Object.entries(fields).filter(([, { kind }]) => kind === 'many')
  const below = await Promise.all(
    lines.map(([name, { options }]) => refused(database, `${table}_${name}`, options.shape ?? {})),
  )
  return [...here, ...below.flat()]
}

interface Told {
  readonly client: string
  readonly status: string
  readonly cnpj: string
  readonly year: number
  readonly month: number
  /** The five siglas by their columns, and the numbers as a file writes them. */
  readonly rows: readonly CheckedRow['cells'][]
}

/** Every coleta, checked row by row as its file would be. */
async function judged({ kysely }: Database) {
  const tokens = await tokensOf(kysely)
  const cities = new Map(municipalities().map(({ ibge, name, uf }) => [ibge, { name, uf }]))
  const { rows } = await sql<Told>`
    select c.fantasy_name as client, s.slug as status, c.document as cnpj, o.year, o.month, json_agg(json_build_object(
      'CNPJ', c.document, 'ANO', o.year::text, 'MES', o.month::text, 'COD_IBGE', m.ibge::text,
      'TIPO_CLIENTE', k.term, 'TIPO_ATENDIMENTO', t.term, 'TIPO_MEIO', d.term, 'TIPO_PRODUTO', p.term,
      'TIPO_TECNOLOGIA', h.term, 'VELOCIDADE', trim_scale(a.speed)::text, 'ACESSOS', a.amount::text)) as rows
    from collects o
    join clients c on c.id = o.client_id
    join statuses s on s.id = o.status_id
    join collects_locations l on l.parent_id = o.id
    join cities m on m.id = l.city_id
    join collects_locations_accesses_ordered a on a.parent_id = l.id
    join client_types k on k.id = a.client_type_id
    join attendance_types t on t.id = a.attendance_type_id
    join attendance_middles d on d.id = a.attendance_middle_id
    join product_types p on p.id = a.product_type_id
    join technology_types h on h.id = a.technology_type_id
    group by o.id, c.id, s.id`.execute(kysely)
  return rows.map(({ rows: cells, ...coleta }) => {
    const { cnpj, year, month } = coleta
    const lookups = {
      tokens: {
        TIPO_CLIENTE: tokens.active('TIPO_CLIENTE'),
        TIPO_ATENDIMENTO: tokens.active('TIPO_ATENDIMENTO'),
        TIPO_MEIO: tokens.active('TIPO_MEIO'),
        TIPO_PRODUTO: tokens.active('TIPO_PRODUTO'),
        TIPO_TECNOLOGIA: tokens.active('TIPO_TECNOLOGIA'),
      },
      cities,
      cnpj,
      year,
      month,
    }
    const given = cells.map((cell, line) => ({
      record: { line, cells: [] },
      row: { line, cells: scm.columns.map(({ name }) => cell[name]) },
    }))
    const judged = judgeRecords(given, noInstructions, { lookups, layout: scm })
    const { rows: verdicts, summary } = summarise(judged, { length: given.length, layout: scm })
    return { ...coleta, summary, rules: verdicts.flatMap(({ problems }) => problems.map(({ rule }) => rule)) }
  })
}
