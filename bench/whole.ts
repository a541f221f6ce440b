// What a peer needs to do the work that we do: sessions, companies of a user, a history, and lists of a client that hold something.
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import relations from './peers/lists.json' with { type: 'json' }

/** A connection that has this setting writes a history; ours and those of bare peers have none. */
export const withHistory = (database: string): string => {
  const url = new URL(database)
  url.searchParams.set('options', '-c bench.history=on')
  return url.href
}

const person = { name: 'Pessoa do cliente', email: 'pessoa@outorga.test' }

/** Some lines in every list of a client. */
export async function fillLists({ kysely }: Database): Promise<void> {
  await sql`
    with person as (
      insert into users (name, email, profile_id) select ${person.name}, ${person.email}, min(id) from profiles where audience = 'clientes' returning id)
    insert into clients_client_users (parent_id, position, user_id) select c.id, 0, p.id from clients c, person p`.execute(
    kysely,
  )
  await sql`
    with peculiar as (insert into particularities (name, slug) values ('Rede própria', 'rede-propria') returning id)
    insert into clients_particularities (parent_id, position, particularity_id) select c.id, 0, p.id from clients c, peculiar p`.execute(
    kysely,
  )
  await sql`
    insert into clients_mails (parent_id, position, responsible, types, mail, user_id)
    select c.id, n, 'Contato ' || n, array['financeiro', 'técnico'], 'contato' || n || '.' || c.id || '@provedor.test', case n when 1 then (select id from users where email = ${person.email}) end
    from clients c, generate_series(0, 1) n`.execute(kysely)
  await sql`
    insert into clients_addresses (parent_id, position, zipcode, address, number, neighborhood, city_id, address_type_id, lat, lng)
    select c.id, 0, '01310100', 'Avenida Paulista', c.id, 'Bela Vista', (select min(id) from cities), (select min(id) from address_types), -23.5, -46.6
    from clients c`.execute(kysely)
  await sql`
    insert into clients_tags (parent_id, position, tag_id)
    select c.id, row_number() over (partition by c.id order by g.id) - 1, g.id from clients c, (select id from tags order by id limit 2) g`.execute(
    kysely,
  )
  await sql`
    insert into clients_client_partners (parent_id, position, name, document, categories)
    select c.id, n, 'Sócio ' || n || ' de ' || c.id, lpad(c.id::text, 11, n::text), array['Administrador'] from clients c, generate_series(0, 1) n`.execute(
    kysely,
  )
  await sql`
    insert into clients_activities (parent_id, position, code, name, main)
    select c.id, n, '61108' || n, 'Atividade ' || n, n = 0 from clients c, generate_series(0, 1) n`.execute(kysely)
  await sql`
    insert into clients_state_registrations (parent_id, position, state, number) select id, 0, 'SP', id from clients`.execute(
    kysely,
  )
  await sql`
    insert into clients_extra_services (parent_id, position, name, value) select id, 0, 'Visita', 150 from clients`.execute(
    kysely,
  )
  await sql`
    insert into fistels (client_id, fistel, service_type_id)
    select id, lpad(id::text, 11, '5'), (select min(id) from service_types) from clients`.execute(kysely)
  await sql`vacuum analyze`.execute(kysely)
}

/** What a peer searches by; PostGraphile's documentation has a function like this one. */
export async function furnishSearch({ kysely }: Database): Promise<void> {
  await sql`create schema bench`.execute(kysely)
  await sql`
    create function bench.search_clients(term text) returns setof clients language sql stable as $$
      select * from clients where name ilike '%' || term || '%' order by name, id $$`.execute(kysely)
}

/** What whole peers have beside the product's tables. A connection without the setting of `withHistory` writes no history. */
export async function furnishPeers({ kysely }: Database): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(kysely)
}

/** The tables of a client, its references and its lists; where the product has a view, the table it reads. */
export const peerTables: ReadonlySet<string> = new Set(
  [
    'clients',
    ...Object.values(relations.references),
    ...Object.values(relations.lists).flatMap(({ table, references }) => [table, ...Object.values(references)]),
  ].map(table => (table === 'clients_fistels' ? 'fistels' : table)),
)
const visible = `empresa_responsavel_id is null or empresa_responsavel_id in (
  select company_id from bench.user_companies where user_id = (select nullif(current_setting('bench.user_id', true), '')::bigint))`

const statements = [
  'create table bench.sessions (token_hash bytea primary key, user_id bigint not null, expires_at timestamptz not null)',
  'create table bench.user_companies (user_id bigint, company_id bigint, primary key (user_id, company_id))',
  `create table bench.history (
    id bigint generated always as identity primary key, at timestamptz not null default now(), old jsonb, new jsonb)`,
  `create function bench.write_history() returns trigger language plpgsql security definer as $$
    begin
      insert into bench.history (old, new) values (case tg_op when 'UPDATE' then to_jsonb(old) end, to_jsonb(new));
      return null;
    end $$`,
  `create trigger bench_history after insert or update on clients for each row
    when (current_setting('bench.history', true) = 'on') execute function bench.write_history()`,

  // Row level security would evaluate its own condition first, and read no index of names: this function has the condition in itself.
  `create function bench.search_own_clients(term text) returns setof clients language sql stable security definer as $$
    select * from clients where name ilike '%' || term || '%' and (${visible}) order by name, id $$`,
  'create role bench_graphql',
  'grant usage on schema public, bench to bench_graphql',
  `grant select on ${[...peerTables].filter(table => table !== 'users').join(', ')}, bench.user_companies to bench_graphql`,
  'grant select (id, uuid, name) on users to bench_graphql',
  'grant insert, update on clients to bench_graphql',
  // A trigger of the product counts the changes of every table.
  'grant select, insert, update on table_changes to bench_graphql',
  'alter table clients enable row level security',
  `create policy bench_companies on clients to bench_graphql using (${visible}) with check (${visible})`,
]
