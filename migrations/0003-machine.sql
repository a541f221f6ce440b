-- What the machine keeps beside every resource: its history, and the answers to creations already made.

create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- The same id stands in the log's line of the request.
  request_id text not null,
  user_id bigint references users (id),
  event text not null,
  resource text not null,
  row_id bigint not null,
  -- { field: [before, after] }
  changes jsonb not null
);
create index audit_events_row on audit_events (resource, row_id, id);
create index audit_events_user_id on audit_events (user_id, id);

-- Kept 24 hours: a creation sent twice is made once.
create table idempotency_keys (
  user_id bigint not null references users (id),
  route text not null,
  key text not null,
  fingerprint text not null,
  status integer,
  body jsonb,
  headers jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, route, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

-- Permissions already offered to profiles: one that a new release brings is granted once, by its default.
create table permissions (
  name text primary key
);

-- Companies and people are found by any part of their name.
create index empresas_nome_fantasia on empresas using gin (plain(nome_fantasia) gin_trgm_ops);
create unique index empresas_cnpj_key on empresas (cnpj) where deleted_at is null;
create unique index profiles_slug_key on profiles (slug) where deleted_at is null;
create index users_name on users using gin (plain(name) gin_trgm_ops);
