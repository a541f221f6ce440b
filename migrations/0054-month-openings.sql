-- Opening a month is no import: it has rows of its own, and those that stood among the imports go there with their history.

create table month_openings (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  name text not null,
  year integer not null,
  month integer not null,
  state text not null default 'na-fila',
  rows_done integer,
  rows_total integer,
  empresa_id bigint references empresas (id),
  user_id bigint references users (id),
  finished_at timestamptz,
  error text
);
create index month_openings_empresa_id on month_openings (empresa_id);
create index month_openings_user_id on month_openings (user_id);

-- Kept for the jobs still in the queue: the uuid of a row is its job's.
insert into month_openings (uuid, active, version, created_at, updated_at, deleted_at, name, year, month, state, rows_done, rows_total,
  empresa_id, user_id, finished_at, error)
select uuid, active, version, created_at, updated_at, deleted_at, name, split_part(name, '/', 2)::integer,
  substr(name, 12, 2)::integer,
  state, rows_done, rows_total, empresa_id, user_id, finished_at, error
from imports
where resource = 'collects' and sha256 is null and name ~ '^Coletas de (0[1-9]|1[0-2])/20[0-9]{2}$'
order by id;

update audit_events e set resource = 'month_openings', row_id = o.id, event = replace(e.event, 'imports.', 'month-openings.')
from month_openings o join imports i on i.uuid = o.uuid
where e.resource = 'imports' and e.row_id = i.id;

delete from imports i using month_openings o where i.uuid = o.uuid;

-- Profiles of the house whose people open months see how that goes; the three it begins with are given it at the start.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + added.n, added.role
from profiles p,
  unnest(array['month-openings.index', 'month-openings.show', 'month-openings.cancelar', 'month-openings.tentar-de-novo'])
    with ordinality added (role, n)
where p.slug not in ('administrador', 'colaborador', 'cliente')
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'collects.abrir-mes');
