-- What goes out to other houses and is tried until it arrives, each conversation with one of them, and who they are.

alter table integration_queues add column kind text not null default 'envio' check (kind in ('envio', 'consulta'));
-- What makes it the one it is; of a question whose answer somebody waited for, nothing.
alter table integration_queues add column key text;
alter table integration_queues add column empresa_id bigint references empresas (id);
alter table integration_queues add column about text;
alter table integration_queues add column about_path text;
alter table integration_queues add column error text;
-- Tries since it was last asked for; `attempts` are those ever made.
alter table integration_queues add column tries integer not null default 0;
update integration_queues set attempts = 0 where attempts is null;
alter table integration_queues alter column attempts set default 0;
alter table integration_queues alter column attempts set not null;
alter table integration_queues add column ended_at timestamptz;
alter table integration_queues add column user_id bigint references users (id);
alter table integration_queues add column request text;
-- Whose try this is, and until when nobody else takes it over.
alter table integration_queues add column run uuid;
alter table integration_queues add column leased_until timestamptz;
update integration_queues q set empresa_id = (select c.empresa_responsavel_id from clients c where c.id = q.client_id);
create unique index integration_queues_key on integration_queues (integration, key);
create index integration_queues_due on integration_queues (next_attempt_at, id) where state in ('pendente', 'processando');
create index integration_queues_failed on integration_queues (id) where state = 'falhou';
create index integration_queues_empresa_id on integration_queues (empresa_id);
create index integration_queues_user_id on integration_queues (user_id);
create index integration_queues_about_searched on integration_queues using gin (plain(about) gin_trgm_ops);
create index integration_queues_error_searched on integration_queues using gin (plain(error) gin_trgm_ops);

alter table integration_queues_logs add column attempt integer;
alter table integration_queues_logs add column outcome text;
alter table integration_queues_logs add column method text;
alter table integration_queues_logs add column host text;
alter table integration_queues_logs add column path text;
alter table integration_queues_logs add column status integer;
alter table integration_queues_logs add column ms integer;

-- Every house that is talked to: brought up to date at each start from what the features hand in.
create table integrations (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  key text not null unique,
  name text not null,
  type_id integer not null,
  type_name text not null,
  type_slug text not null,
  -- Names of its own to which fields defined at run time may go, with what people call them.
  fields jsonb not null default '{}'
);

-- To which name of a house a field defined at run time goes. Fields are no rows: one that is gone leaves its line, which says nothing.
create table integration_meta (
  integration_id bigint not null references integrations (id) on delete cascade,
  meta_id bigint not null,
  value text not null,
  primary key (meta_id, integration_id)
);
create index integration_meta_integration_id on integration_meta (integration_id);

create view told_integrations as
select id, key, fields, jsonb_build_object('id', id, 'uuid', uuid, 'name', name,
  'integration_type', jsonb_build_object('id', type_id, 'name', type_name, 'slug', type_slug)) as told
from integrations;

-- What the fields of a row are answered with, by their number: the houses each goes to, those it may go to, and the first it goes to.
create function meta_houses(tree jsonb) returns jsonb language sql stable as $$
  select jsonb_object_agg(each.meta_id, to_jsonb(each) - 'meta_id')
  from (
    select m.id as meta_id,
      coalesce(jsonb_agg(i.told || jsonb_build_object('pivot', jsonb_build_object('value', l.value, 'integration_key', i.key))
        order by i.id) filter (where i.id is not null), '[]') as integrations,
      (select coalesce(jsonb_agg(h.told order by h.id), '[]') from told_integrations h where h.fields <> '{}') as integrations_have_fields,
      min(i.id) as integration_id
    from (select distinct id::bigint as id from jsonb_path_query(tree, '$.**.id') id) m
    left join integration_meta l on l.meta_id = m.id
    left join told_integrations i on i.id = l.integration_id
    group by m.id
  ) each
$$;

-- Profiles the house made: whoever reads the queue calls off and tries again, and sees the houses; who defines fields maps them.
-- The three it begins with are given it at the start.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + added.n, added.role
from profiles p, unnest(array['integrations.index', 'integration-queues.resumo', 'integration-queues.cancelar',
    'integration-queues.reprocessar', 'integration-queues.reprocessar-varios']) with ordinality added (role, n)
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.audience = 'equipe' and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'integration-queues.index');
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + 1, 'integration-meta.update'
from profiles p
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'metas.definir');
