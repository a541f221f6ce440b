-- The yearly files of infrastructure: a filing per client and year of reference, its versions, and what came back.
create table infrastructure_filings (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  client_id bigint not null references clients (id),
  year integer not null,
  step text not null default 'em-aberto',
  edition integer not null default 0,
  sent_on date,
  protocol text,
  error text
);
create index infrastructure_filings_client_id on infrastructure_filings (client_id);
-- One of each client and year, whoever begins it at the same moment.
create unique index infrastructure_filings_year on infrastructure_filings (client_id, year) where deleted_at is null;

create table infrastructure_filings_sendings (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  parent_id bigint not null references infrastructure_filings (id) on delete cascade,
  position integer not null,
  edition integer not null,
  sent_on date not null,
  user_id bigint references users (id),
  at timestamptz not null,
  protocol text,
  refused_at timestamptz,
  error text
);
create index infrastructure_filings_sendings_parent_id on infrastructure_filings_sendings (parent_id);
create index infrastructure_filings_sendings_user_id on infrastructure_filings_sendings (user_id);

create table infrastructure_files (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  name text not null,
  ext text not null,
  size integer not null,
  sha256 text not null,
  user_id bigint references users (id),
  filing_id bigint not null references infrastructure_filings (id),
  kind text not null,
  edition integer not null,
  layout text,
  rows integer,
  left_out integer,
  reasons text,
  protocol text
);
create index infrastructure_files_user_id on infrastructure_files (user_id);
create index infrastructure_files_filing_id on infrastructure_files (filing_id);
create index infrastructure_files_sha256 on infrastructure_files (sha256);
-- A version has each of its files once, and keeps it as it is.
create unique index infrastructure_files_kind on infrastructure_files (filing_id, edition, kind)
  where kind <> 'recibo' and deleted_at is null;

create index infrastructure_filings_by_year on infrastructure_filings using btree (year, id) where deleted_at is null;
create index infrastructure_filings_protocol_searched on infrastructure_filings using gin (plain(protocol) gin_trgm_ops);
create index infrastructure_files_by_created_at on infrastructure_files using btree (created_at, id) where deleted_at is null;
create index infrastructure_files_name_searched on infrastructure_files using gin (plain(name) gin_trgm_ops);
create index infrastructure_files_protocol_searched on infrastructure_files using gin (plain(protocol) gin_trgm_ops);
