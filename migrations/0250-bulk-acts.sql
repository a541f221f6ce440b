-- Acts on all rows of a list that match a query. The rows are those that matched when the act was confirmed; each is done once, whatever
-- ends the process meanwhile, and its line says what came of it.
create table bulk_acts (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  name text not null,
  resource text not null,
  act text not null,
  query text,
  undoes_id bigint references bulk_acts (id) on delete set null,
  state text not null default 'na-fila',
  rows_done integer,
  rows_total integer,
  empresa_id bigint references empresas (id),
  user_id bigint references users (id),
  finished_at timestamptz,
  error text,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0
);
-- An act is undone once.
create unique index bulk_acts_undoes_id on bulk_acts (undoes_id);
create index bulk_acts_empresa_id on bulk_acts (empresa_id);
create index bulk_acts_user_id on bulk_acts (user_id);

create table bulk_act_rows (
  act_id bigint not null references bulk_acts (id) on delete cascade,
  row_id bigint not null,
  -- The version that is undone: a row with another one was changed since.
  undone_version integer,
  -- Null while it waits.
  outcome text check (outcome in ('changed', 'unchanged', 'refused')),
  -- The version the act left.
  version integer,
  why text,
  primary key (act_id, row_id)
);
create index bulk_act_rows_waiting on bulk_act_rows (act_id, row_id) where outcome is null;
