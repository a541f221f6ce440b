-- What the specification names of each record and was not answered: links, addresses, partners, and lists seen from their other side.

/* Of a name, what stands in an address: 'João d''Ávila' is 'joao-d-avila'. */
create function slug_of(name text) returns text language sql immutable strict parallel safe
  return trim(both '-' from regexp_replace(plain(name), '[^a-z0-9]+', '-', 'g'));

/* How long ago, as people say it: 'há 5 minutos'; past a week, the day. */
create function to_humans(moment timestamptz) returns text language sql stable strict parallel safe
  return (
    select case
      when s < 60 then 'agora'
      when s < 3600 then 'há ' || s / 60 || case when s < 120 then ' minuto' else ' minutos' end
      when s < 86400 then 'há ' || s / 3600 || case when s < 7200 then ' hora' else ' horas' end
      when s < 604800 then 'há ' || s / 86400 || case when s < 172800 then ' dia' else ' dias' end
      else to_char(moment at time zone 'America/Sao_Paulo', 'DD/MM/YYYY')
    end
    from (select greatest(0, extract(epoch from now() - moment))::bigint as s) passed
  );

alter table clients_addresses add column google_maps_address text;
alter table users_addresses add column google_maps_address text;
alter table stations_address add column google_maps_address text;

alter table users_phones add column user_id bigint references users (id);
create index users_phones_user_id on users_phones (user_id);

alter table links_importantes_categorias rename column name to nome;

create or replace view "users_clientUser" as
  select id, uuid, user_id as parent_id, position, parent_id as client_id, active,
    (select c.name from clients c where c.id = l.parent_id) as client_name
  from clients_client_users l
  where exists (select 1 from clients c where c.id = l.parent_id and c.deleted_at is null);

-- What was typed becomes a row of the list, and the client points to it.
create table consultancy_types (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  name text not null,
  slug text not null
);
insert into consultancy_types (name, slug)
select distinct on (plain(consultancy_type_id)) consultancy_type_id, slug_of(consultancy_type_id)
from clients where consultancy_type_id <> '' order by plain(consultancy_type_id), id;
alter table clients rename column consultancy_type_id to consultancy_type;
alter table clients
  add column consultancy_type_id bigint references consultancy_types (id),
  add column client_external_management text;
update clients c set consultancy_type_id = t.id from consultancy_types t where plain(t.name) = plain(c.consultancy_type);
alter table clients drop column consultancy_type;
create index clients_consultancy_type_id on clients (consultancy_type_id);

-- A partner is a partner in more than one way.
alter table clients_client_partners
  add column slug text generated always as (slug_of(name)) stored,
  add column categories text[] not null default '{}';
update clients_client_partners set categories = array[role] where role <> '';
alter table clients_client_partners drop column role;
create index clients_client_partners_document on clients_client_partners (document);
create index clients_client_partners_slug on clients_client_partners (slug);

/* The same name under the same document, or under none, among the clients of one company. */
create view clients_client_partners_clients as
  select o.id, o.uuid, p.id as parent_id, o.id as position, o.parent_id as client_id, o.active
  from clients_client_partners p
  join clients_client_partners o
    on o.slug = p.slug and o.document is not distinct from p.document and o.parent_id <> p.parent_id
  join clients own on own.id = p.parent_id
  join clients c on c.id = o.parent_id and c.deleted_at is null
    and c.empresa_responsavel_id is not distinct from own.empresa_responsavel_id;

create view clients_fistels as
  select id, uuid, client_id as parent_id, id as position, fistel, service_type_id, show_for_client, active_anatel, active
  from fistels where deleted_at is null;

create view station_link_properties_connections as
  select id, uuid, station_link_property_id as parent_id, id as position,
    station_1_id, station_2_id, attendance_middle_id, capacity, "exists", swap, active
  from station_link_property_connections where deleted_at is null;

create view ticket_messages_reply as
  select id, uuid, parent_id, id as position, content, user_id, created_at, active
  from ticket_messages where parent_id is not null and deleted_at is null;

-- What a phone and a mail are for was one text: 'financeiro, técnico' is two uses.
alter table clients_phones alter column types type text[]
  using coalesce(string_to_array(nullif(trim(both ',; ' from regexp_replace(types, '\s*[,;]\s*', ',', 'g')), ''), ','), '{}');
alter table clients_mails alter column types type text[]
  using coalesce(string_to_array(nullif(trim(both ',; ' from regexp_replace(types, '\s*[,;]\s*', ',', 'g')), ''), ','), '{}');
alter table users_phones alter column types type text[]
  using coalesce(string_to_array(nullif(trim(both ',; ' from regexp_replace(types, '\s*[,;]\s*', ',', 'g')), ''), ','), '{}');
alter table clients_phones alter column types set default '{}', alter column types set not null;
alter table clients_mails alter column types set default '{}', alter column types set not null;
alter table users_phones alter column types set default '{}', alter column types set not null;
update clients_phones set types = array(select w from unnest(types) with ordinality u (w, n) group by w order by min(n)) where cardinality(types) > 1;
update clients_mails set types = array(select w from unnest(types) with ordinality u (w, n) group by w order by min(n)) where cardinality(types) > 1;
update users_phones set types = array(select w from unnest(types) with ordinality u (w, n) group by w order by min(n)) where cardinality(types) > 1;
