-- What there is to do for each client: templates say what, for whom and when, and each client has its own, once a period.

create table tarefas_dates (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  parent_id bigint not null references tarefas (id) on delete cascade,
  position integer not null,
  month integer not null,
  day integer not null,
  opens_month integer,
  opens_day integer
);
create index tarefas_dates_parent_id on tarefas_dates (parent_id);
create table tarefas_items (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  parent_id bigint not null references tarefas (id) on delete cascade,
  position integer not null,
  name text not null,
  link text
);
create index tarefas_items_parent_id on tarefas_items (parent_id);
create table tarefas_categories (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  parent_id bigint not null references tarefas (id) on delete cascade,
  position integer not null,
  category_client_id bigint not null references category_clients (id)
);
create index tarefas_categories_parent_id on tarefas_categories (parent_id);
create index tarefas_categories_category_client_id on tarefas_categories (category_client_id);
create table tarefas_plans (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  parent_id bigint not null references tarefas (id) on delete cascade,
  position integer not null,
  plan_id bigint not null references plans (id)
);
create index tarefas_plans_parent_id on tarefas_plans (parent_id);
create index tarefas_plans_plan_id on tarefas_plans (plan_id);
create table tarefas_regimes (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  parent_id bigint not null references tarefas (id) on delete cascade,
  position integer not null,
  tax_regime_id bigint not null references tax_regimes (id)
);
create index tarefas_regimes_parent_id on tarefas_regimes (parent_id);
create index tarefas_regimes_tax_regime_id on tarefas_regimes (tax_regime_id);
create table tarefas_services (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  parent_id bigint not null references tarefas (id) on delete cascade,
  position integer not null,
  service_type_id bigint not null references service_types (id)
);
create index tarefas_services_parent_id on tarefas_services (parent_id);
create index tarefas_services_service_type_id on tarefas_services (service_type_id);
create table tarefas_states (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  parent_id bigint not null references tarefas (id) on delete cascade,
  position integer not null,
  state text not null
);
create index tarefas_states_parent_id on tarefas_states (parent_id);
create table client_tarefas (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  name text not null,
  client_id bigint not null references clients (id),
  due_on date not null,
  responsible_id bigint references users (id),
  tarefa_id bigint references tarefas (id),
  period text,
  obligation text,
  opens_on date,
  legal_on date,
  process text,
  link text,
  observation text,
  done_on date,
  done_user_id bigint references users (id),
  done_note text,
  reopened_on date,
  reopened_user_id bigint references users (id),
  reopened_why text,
  asked_at timestamptz,
  asked_error text
);
create index client_tarefas_client_id on client_tarefas (client_id);
create index client_tarefas_responsible_id on client_tarefas (responsible_id);
create index client_tarefas_tarefa_id on client_tarefas (tarefa_id);
create index client_tarefas_done_user_id on client_tarefas (done_user_id);
create index client_tarefas_reopened_user_id on client_tarefas (reopened_user_id);
create table client_tarefas_items (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  parent_id bigint not null references client_tarefas (id) on delete cascade,
  position integer not null,
  name text not null,
  link text,
  status text not null default 'nao-consultado',
  note text,
  checked_on date,
  user_id bigint references users (id)
);
create index client_tarefas_items_parent_id on client_tarefas_items (parent_id);
create index client_tarefas_items_user_id on client_tarefas_items (user_id);
alter table tarefas add column obligation text;
alter table tarefas add column recurrence text;
alter table tarefas add column day integer;
alter table tarefas add column competence text default 'anterior';
alter table tarefas add column once_on date;
alter table tarefas add column lead_days integer;
alter table tarefas add column starts_on date;
alter table tarefas add column responsible_id bigint references users (id);
create index tarefas_responsible_id on tarefas (responsible_id);
alter table tarefas add column link text;
alter table tarefas add column automation text;
create index client_tarefas_by_due_on on client_tarefas using btree (due_on, id) where deleted_at is null;
create index client_tarefas_name_searched on client_tarefas using gin (plain(name) gin_trgm_ops);

-- Whatever comes at the same moment, each client has each period's once; so is each of its obligations followed by one alone.
create unique index client_tarefas_once on client_tarefas (client_id, tarefa_id, period)
  where deleted_at is null and tarefa_id is not null;
create unique index client_tarefas_followed on client_tarefas (client_id, obligation, period)
  where deleted_at is null and obligation is not null;

-- What is open is read by who does it and by whose it is, the first due first.
create index client_tarefas_open_by_responsible on client_tarefas (responsible_id, due_on) where deleted_at is null and done_on is null;
create index client_tarefas_open_by_client on client_tarefas (client_id, due_on) where deleted_at is null and done_on is null;
create table tarefa_syncs (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  name text not null,
  state text not null default 'na-fila',
  rows_done integer,
  rows_total integer,
  empresa_id bigint references empresas (id),
  user_id bigint references users (id),
  finished_at timestamptz,
  error text,
  added integer,
  moved integer,
  retired integer,
  changed integer
);
create index tarefa_syncs_empresa_id on tarefa_syncs (empresa_id);
create index tarefa_syncs_user_id on tarefa_syncs (user_id);
create index tarefa_syncs_by_created_at on tarefa_syncs using btree (created_at, id) where deleted_at is null;
create index tarefa_syncs_name_searched on tarefa_syncs using gin (plain(name) gin_trgm_ops);
