-- Notes of services: numbered one after another, sent by the queue, and never changed once authorised.

create table service_invoices (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  state text not null default 'pendente',
  client_id bigint not null references clients (id),
  empresa_id bigint not null references empresas (id),
  emitter text not null,
  environment text not null,
  series integer not null,
  number integer not null,
  nfse_number text,
  access_key text,
  competence date not null,
  service_code text not null,
  service_name text not null,
  description text not null,
  value numeric(15,2) not null,
  iss_percent numeric(5,2),
  iss_value numeric(15,2) not null,
  iss_retained boolean not null default false,
  net_value numeric(15,2) not null,
  taker_name text not null,
  taker_document text not null,
  taker_address text not null,
  issued_at timestamptz not null,
  authorized_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text,
  key text not null,
  user_id bigint references users (id)
);
create index service_invoices_client_id on service_invoices (client_id);
create index service_invoices_empresa_id on service_invoices (empresa_id);
create index service_invoices_user_id on service_invoices (user_id);
create table service_invoices_rejections (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  parent_id bigint not null references service_invoices (id) on delete cascade,
  position integer not null,
  code text not null,
  message text not null,
  advice text not null
);
create index service_invoices_rejections_parent_id on service_invoices_rejections (parent_id);
alter table empresas add column carga_tributaria numeric(5,2);
alter table empresas add column emissor text default 'local';
alter table empresas add column ambiente text default 'homologacao';
create index service_invoices_by_created_at on service_invoices using btree (created_at, id) where deleted_at is null;
create index service_invoices_nfse_number_searched on service_invoices using gin (plain(nfse_number) gin_trgm_ops);
create index service_invoices_taker_name_searched on service_invoices using gin (plain(taker_name) gin_trgm_ops);
create index service_invoices_description_searched on service_invoices using gin (plain(description) gin_trgm_ops);

-- A number is one note's, whatever becomes of it; and so is what was asked for.
create unique index service_invoices_number on service_invoices (empresa_id, environment, series, number);
create unique index service_invoices_key on service_invoices (key);

-- What each note declares, as it was when it was asked for; what its emitter calls it, and why it is to be cancelled.
create table service_invoice_sources (
  invoice_id bigint primary key references service_invoices (id) on delete cascade,
  dps json not null,
  external_id text,
  cancel_code text,
  cancel_words text
);
create index service_invoice_sources_external_id on service_invoice_sources (external_id);
create table service_invoice_files (
  invoice_id bigint not null references service_invoices (id) on delete cascade,
  kind text not null check (kind in ('xml', 'pdf')),
  sha256 text not null,
  size integer not null,
  created_at timestamptz not null default now(),
  primary key (invoice_id, kind)
);
create index service_invoice_files_sha256 on service_invoice_files (sha256);

-- Sealed with the key of the installation: a dump of this table opens no door.
create table issuer_credentials (
  empresa_id bigint primary key references empresas (id),
  certificate text,
  holder text,
  document text,
  valid_until timestamptz,
  asaas_token text,
  asaas_hook text,
  updated_at timestamptz not null default now()
);

-- What other houses told, once each.
create table webhook_events (
  origin text not null,
  event_id text not null,
  event text not null,
  received_at timestamptz not null default now(),
  primary key (origin, event_id)
);
