// As many clients as are wanted, with what their derived fields are reckoned from: papers, bills, fistels, tags, stations lent.
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'

/** Words of which many clients have one, and the one that few have. */
export const often = 'Telecom'
export const seldom = 'Provedor 9'

const clientsOf = (clients: number) => sql`
  insert into clients (name, fantasy_name, document, email, phone_name, phone, inscricao_estadual, opening_data, capital_social,
    tax_regime_id, category_client_id, client_system_id, plan_id, empresa_responsavel_id, status_id, client_type_id,
    contract_value, contract_due_date, contract_month, contract_billing_day, crm_name, validated, station_045, other_anatel_debts,
    active, created_at, updated_at)
  select 'Provedor ' || md5(n::text) || ' Telecom Ltda', case when n % 5 > 0 then 'Fibra ' || n end,
    lpad((n % 90000000)::text, 8, '0') || case when n % 7 = 0 then '0002' else '0001' end || lpad((n % 97)::text, 2, '0'),
    'contato' || n || '@provedor.test', 'Pessoa ' || n % 9973, '+5511' || 900000000 + n, case when n % 3 = 0 then n::text end,
    date '1995-01-01' + n % 9000, n % 5000 * 1000,
    1 + n % 3, 1 + n % 4, case when n % 11 > 0 then 1 + n % 9 end, case when n % 13 > 0 then 1 + n % 3 end,
    (select min(id) from empresas) + n % 2, (select min(id) from statuses where model = 'Client') + n % 3,
    case when n % 17 > 0 then (select min(id) from client_types) + n % 2 end,
    case when n % 6 > 0 then 300 + n % 4000 end, case when n % 4 > 0 then current_date - 60 + n % 1400 end,
    case when n % 4 > 0 then 1 + n % 12 end, 1 + n % 28, case when n % 10 = 0 then 'Contato ' || n end,
    n % 3 = 0, n % 20 = 0, n % 50 = 0, n % 40 > 0, now() - n * interval '1 minute', now() - n % 100000 * interval '3 minutes'
  from generate_series(1, ${clients}::int) n`

/** Of a hundred clients: ninety-four have the paper that is asked for, four of them past; six owe a bill; three have left. */
const besides = [
  sql`update document_types set required = slug = (select min(slug) from document_types where required)`,
  sql`insert into documents (name, ext, size, sha256, client_id, document_type_id, valid_until)
    select 'procuracao.pdf', 'pdf', 1000, md5(id::text), id, (select id from document_types where required),
      case when id % 100 < 4 then current_date - 1 - (id % 300)::int when id % 3 = 0 then current_date + 1 + (id % 900)::int end
    from clients where id % 100 < 94`,
  sql`insert into bills_to_receive (client_id, finance_type_id, issue_date, due_date, value, downloaded)
    select id, (select min(id) from finance_types), current_date - 40, current_date + 10 - (id % 30)::int, 500, id % 30 > 10 and id % 100 >= 6
    from clients`,
  sql`insert into fistels (fistel, client_id, service_type_id) select lpad(id::text, 11, '5'), id, (select min(id) from service_types) from clients`,
  sql`insert into fistel_tenures (fistel_id, since, until)
    select id, date '2020-01-01', case when client_id % 100 >= 97 then current_date - 90 end from fistels`,
  sql`insert into tags (name, slug) select 'Etiqueta ' || chr(65 + n), 'etiqueta-' || n from generate_series(0, 11) n`,
  sql`insert into clients_tags (parent_id, position, tag_id)
    select c.id, p, (select min(id) from tags) + (c.id + p * 5) % 12 from clients c, generate_series(0, 1) p where c.id % 4 = 0 and (p = 0 or c.id % 8 = 0)`,
  sql`insert into stations (name, client_id) select 'Estação ' || id, id from clients where id % 50 = 0`,
  sql`insert into stations_client_shared_stations (parent_id, position, client_id) select s.id, 0, s.client_id - 1 from stations s`,
]

export async function crowd({ kysely }: Database, clients: number): Promise<void> {
  await kysely.connection().execute(async one => {
    await sql`insert into empresas (nome_fantasia) values ('Norte'), ('Sul')`.execute(one)
    // What triggers would keep row by row is written below as it comes to be.
    await sql`set session_replication_role = replica`.execute(one)
    await clientsOf(clients).execute(one)
    for (const each of besides) await each.execute(one)
    await sql`reset session_replication_role`.execute(one)
  })
  await sql`vacuum analyze`.execute(kysely)
}
