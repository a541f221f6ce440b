import { sql, type Kysely } from 'kysely'
import { cnpj } from './drafts.ts'

interface Wanted {
  readonly clients: number
  readonly year: number
  readonly month: number
  /** The empresa responsável. */
  readonly company: number | null
}

/** Clients with a coleta of the month each, the n-th of `n` accesses in two places; all ready but three. */
export async function fillMonth(db: Kysely<unknown>, { clients, year, month, company }: Wanted) {
  const documents = Array.from({ length: clients }, (_, n) => cnpj(6_000_000 + n))
  await sql`
    with c as (insert into clients (name, document, empresa_responsavel_id)
        select 'Frota ' || n, d, ${company}::bigint from unnest(${documents}::text[]) with ordinality x (d, n) returning id, name),
      f as (insert into fistels (client_id, fistel, service_type_id, active_anatel)
        select id, to_char(50490000000 + id, 'FM00000000000'), (select id from service_types where term = '045'), true from c
        returning id, client_id, service_type_id),
      k as (insert into collects (client_id, fistel_id, service_type_id, year, month, status_id)
        select f.client_id, f.id, f.service_type_id, ${year}, ${month},
          (select id from statuses where model = 'Collect' and slug = case c.name
            when 'Frota 1' then 'em-aberto' when 'Frota 2' then 'aguardando-cliente' else 'finalizado' end)
        from f join c on c.id = f.client_id where c.name <> 'Frota 3' returning id, client_id),
      l as (insert into collects_locations (parent_id, position, city_id)
        select k.id, row_number() over (partition by k.id), t.id from k, cities t where t.ibge in (2931350, 3550308) returning id, parent_id)
    insert into collects_locations_accesses_ordered (parent_id, position, client_type_id, attendance_type_id, attendance_middle_id,
      product_type_id, technology_type_id, speed, amount)
    select l.id, 1, (select id from client_types where term = 'PF'), (select id from attendance_types where term = 'URBANO'),
      (select id from attendance_middles where term = 'fibra'), (select id from product_types where term = 'internet'),
      (select id from technology_types where term = 'FTTH'), 300, split_part(c.name, ' ', 2)::int
    from l join k on k.id = l.parent_id join c on c.id = k.client_id`.execute(db)
}
