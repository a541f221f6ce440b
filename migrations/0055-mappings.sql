-- One memory of how files become ours: what a coleta's upload taught, and what the imports taught, which now is the company's own.

alter table collect_mappings rename to mappings;
alter table collect_mappings_columns rename to mappings_columns;
alter table collect_mappings_translations rename to mappings_translations;
alter index collect_mappings_client_id rename to mappings_client_id;
alter index collect_mappings_client_system_id rename to mappings_client_system_id;
alter index collect_mappings_columns_parent_id rename to mappings_columns_parent_id;
alter index collect_mappings_translations_parent_id rename to mappings_translations_parent_id;

alter table mappings
  alter column client_id drop not null,
  add column intake text not null default 'coleta',
  add column empresa_id bigint references empresas (id);
create index mappings_empresa_id on mappings (empresa_id);

-- Columns of the file that were seen, and said to stay out.
create table mappings_left (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references mappings (id) on delete cascade,
  position integer not null,
  title text not null,
  active boolean not null default true
);
create index mappings_left_parent_id on mappings_left (parent_id);

update audit_events set resource = 'mappings', event = replace(event, 'collect-mappings.', 'mappings.')
where resource = 'collect_mappings';
update profiles_profile_roles set role = replace(role, 'collect-mappings.', 'mappings.') where role like 'collect-mappings.%';
delete from profiles_profile_roles
where role in ('mappings.store', 'mappings.update', 'mappings.restaurar');

-- A column of ours, and the title of the file's it comes from: those without one are called by their place, twins by their turn.
create temporary table told on commit drop as
select i.id, m.n, m.target, i.title || case when i.turn > 1 then ' (' || i.turn || ')' else '' end as title
from (
  select id, n, title, row_number() over (partition by id, plain(title) order by n) as turn
  from (
    select i.id, h.n, coalesce(nullif(left(btrim(h.title), 160), ''), 'Coluna ' || h.n) as title
    from imports i, jsonb_array_elements_text(i.header) with ordinality h (title, n)
    where jsonb_typeof(i.mapping) = 'array' and jsonb_typeof(i.header) = 'array') t) i
join (
  select i.id, m.n, m.target from imports i, jsonb_array_elements_text(i.mapping) with ordinality m (target, n)
  where jsonb_typeof(i.mapping) = 'array') m on m.id = i.id and m.n = i.n;

update imports i set mapping = jsonb_build_object('values', '[]'::jsonb, 'kbps', false, 'columns', coalesce((
  select jsonb_object_agg(t.target, jsonb_build_object('from', 'coluna', 'text', t.title))
  from told t where t.id = i.id and t.target is not null), '{}'::jsonb))
where mapping is not null;

-- What the last import of each header was written by was agreed to.
create temporary table taught on commit drop as
select distinct on (i.empresa_id, i.resource, i.header) i.id, i.resource, i.empresa_id, i.name, i.updated_at
from imports i
where i.state = 'concluido' and i.deleted_at is null and i.resource in ('clients', 'fistels', 'collects', 'stations')
  and exists (select 1 from told t where t.id = i.id and t.target is not null)
order by i.empresa_id, i.resource, i.header, i.id desc;

alter table mappings add column import_id bigint;
insert into mappings (name, intake, empresa_id, created_at, updated_at, import_id)
select left(name, 160), resource, empresa_id, updated_at, updated_at, id from taught order by id;
insert into mappings_columns (parent_id, position, target, source, content)
select m.id, t.n - 1, t.target, 'coluna', t.title from mappings m join told t on t.id = m.import_id where t.target is not null;
insert into mappings_left (parent_id, position, title)
select m.id, t.n - 1, t.title from mappings m join told t on t.id = m.import_id where t.target is null;
alter table mappings drop column import_id;

drop table import_mappings;
