-- Merges of two clients: which rows were moved, and how they were before, so that a merge may be undone within 30 days.
create table client_merges (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  from_id bigint not null references clients (id),
  into_id bigint not null references clients (id),
  user_id bigint references users (id),
  at timestamptz not null default clock_timestamp(),
  -- Of the client that remains: what each changed column was, and what the merge wrote.
  fields jsonb not null default '{}',
  undone_at timestamptz,
  undone_user_id bigint references users (id),
  -- From then on it cannot be undone: its rows are forgotten.
  forgotten_at timestamptz,
  check (from_id <> into_id)
);
create unique index client_merges_from_id on client_merges (from_id) where undone_at is null;
create index client_merges_into_id on client_merges (into_id);
create index client_merges_user_id on client_merges (user_id);
create index client_merges_undone_user_id on client_merges (undone_user_id);

create table client_merge_rows (
  merge_id bigint not null references client_merges (id) on delete cascade,
  table_name text not null,
  column_name text not null,
  -- The primary key, without the column.
  row_key jsonb not null,
  -- What the column referred to, and refers to since; null of a removed row.
  old_id bigint,
  new_id bigint,
  -- Other columns that the merge changed, as they were; of a removed row all its columns.
  before jsonb not null default '{}',
  removed boolean not null default false,
  primary key (merge_id, table_name, column_name, row_key)
);

-- Profiles the office made: who may change and delete clients may merge them, and who reads a client is shown where a merged one went.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + added.n, added.role
from profiles p, unnest(array['clients.unificado', 'clients.unificar', 'clients.unificar.previa', 'clients.unificacoes', 'clients.desfazer-unificacao'])
  with ordinality added (role, n)
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.audience = 'equipe' and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'clients.show')
  and (added.n = 1 or (
    exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'clients.update')
    and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'clients.destroy')));
