-- Taking in the providers' files: how their columns become Anatel's, and what came into each coleta.

create table collect_mappings (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  client_id bigint not null references clients (id),
  client_system_id bigint references client_systems (id),
  kbps boolean not null default false,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index collect_mappings_client_id on collect_mappings (client_id);
create index collect_mappings_client_system_id on collect_mappings (client_system_id);

create table collect_mappings_columns (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references collect_mappings (id) on delete cascade,
  position integer not null,
  target text not null,
  source text not null,
  content text,
  active boolean not null default true
);
create index collect_mappings_columns_parent_id on collect_mappings_columns (parent_id);

create table collect_mappings_translations (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references collect_mappings (id) on delete cascade,
  position integer not null,
  target text not null,
  written text not null,
  becomes text not null,
  active boolean not null default true
);
create index collect_mappings_translations_parent_id on collect_mappings_translations (parent_id);

-- The bytes are not kept: a hash tells the same file sent twice.
create table collect_takings (
  id bigint generated always as identity primary key,
  collect_id bigint not null references collects (id) on delete cascade,
  name text not null,
  sha256 text not null,
  rows integer not null,
  refused integer not null,
  accesses integer not null,
  user_id bigint references users (id),
  at timestamptz not null default now()
);
create index collect_takings_collect_id on collect_takings (collect_id, id desc);
create index collect_takings_user_id on collect_takings (user_id);
