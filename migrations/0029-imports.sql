-- Spreadsheets that come in: each of their rows is kept, judged and, once written, known for good; and Anatel's open file of
-- providers.

alter table imports
  add column size integer,
  add column sha256 text,
  add column header jsonb,
  add column facts jsonb,
  add column mapping jsonb,
  add column mode text not null default 'ambos',
  add column match_by text,
  add column whole boolean not null default false,
  -- What is being done, or was last: ler, conferir, gravar, desfazer.
  add column step text not null default 'ler',
  add column created integer,
  add column updated integer,
  add column same integer,
  add column refused integer,
  add column undone_at timestamptz;
alter table imports alter column resource set default 'clients';
create index imports_sha256 on imports (sha256);

create table import_rows (
  import_id bigint not null references imports (id) on delete cascade,
  -- Its line in the file.
  row integer not null,
  cells jsonb not null,
  -- As the file had it, once somebody put it right.
  original jsonb,
  -- What was understood, by column; null until it is read.
  given jsonb,
  problems jsonb not null default '[]',
  -- Rows of one record have the same, and are written together at the first of them.
  unit text,
  lead integer,
  verdict text,
  refusals jsonb not null default '[]',
  changes jsonb not null default '[]',
  -- The row of the section it became or changed, and its version and line of history then.
  target bigint,
  version integer,
  event bigint,
  -- null until it is written: feita, falhou, desfeita, mantida.
  state text,
  said text,
  primary key (import_id, row)
);
create index import_rows_unit on import_rows (import_id, unit);
create index import_rows_lead on import_rows (import_id, lead);
create index import_rows_verdict on import_rows (import_id, verdict, row);
create index import_rows_unread on import_rows (import_id, row) where given is null;
create index import_rows_undecided on import_rows (import_id, lead) where verdict is null;

-- Which column of ours a header meant the last time; null: it stays out.
create table import_mappings (
  section text not null,
  header text not null,
  "column" text,
  at timestamptz not null default now(),
  primary key (section, header)
);

-- Anatel's open file of providers: one row per service notified, all of a batch; readers see the batch that is whole.
create table anatel_batches (
  -- The import it came with.
  id bigint primary key references imports (id),
  -- When it became the one in force; null while it is being read.
  current_at timestamptz,
  providers integer,
  notices integer,
  left_out integer
);
create unique index anatel_batches_current on anatel_batches ((true)) where current_at is not null;

create table anatel_providers (
  batch bigint not null references anatel_batches (id),
  document text not null,
  name text not null,
  fantasy_name text,
  -- Outorgada, Dispensada de Outorga.
  entity text,
  -- SIC, SIR, Dispensada.
  grant_type text,
  grant_fistel text not null,
  grant_process text,
  grant_date date,
  service_code text not null,
  service_name text,
  notice_fistel text not null,
  notice_process text,
  notice_date date,
  address text,
  number text,
  complement text,
  neighborhood text,
  zipcode text,
  ibge integer,
  city text,
  uf text,
  phone text,
  email text,
  primary key (batch, document, grant_fistel, notice_fistel, service_code)
);
create index anatel_providers_uf on anatel_providers (batch, uf, service_code);
create index anatel_providers_ibge on anatel_providers (batch, ibge);
create index anatel_providers_name on anatel_providers using gin (plain(name) gin_trgm_ops);
