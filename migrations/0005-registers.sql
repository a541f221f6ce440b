-- Clients, their fistels, and the coletas of each month.

create table clients (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  fantasy_name text,
  document text not null,
  inscricao_estadual text,
  email text,
  phone_name text,
  phone text,
  opening_data date,
  capital_social numeric(15,2),
  tax_regime_id bigint references tax_regimes (id),
  category_client_id bigint references category_clients (id),
  client_system_id bigint references client_systems (id),
  plan_id bigint references plans (id),
  empresa_responsavel_id bigint references empresas (id),
  external_observation text,
  internal_observation text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

-- One company has a document once; another company may serve the same provider without knowing.
create unique index clients_document_key on clients (document, coalesce(empresa_responsavel_id, 0)) where deleted_at is null;
create index clients_by_name on clients (name collate pt_br, id) where deleted_at is null;
create index clients_by_empresa on clients (empresa_responsavel_id, name collate pt_br, id) where deleted_at is null;
create index clients_name on clients using gin (plain(name) gin_trgm_ops);
create index clients_fantasy_name on clients using gin (plain(fantasy_name) gin_trgm_ops);
create index clients_document on clients using gin (document gin_trgm_ops);

create table clients_addresses (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references clients (id),
  position integer not null,
  zipcode text,
  address text,
  number text,
  complement text,
  neighborhood text,
  city_id bigint references cities (id),
  address_type_id bigint references address_types (id),
  in_ocean boolean not null default false,
  lat numeric(16,6),
  lng numeric(16,6),
  altitude integer,
  active boolean not null default true
);
create index clients_addresses_parent_id on clients_addresses (parent_id);

create table clients_phones (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references clients (id),
  position integer not null,
  responsible text,
  phone text not null,
  active boolean not null default true
);
create index clients_phones_parent_id on clients_phones (parent_id);

create table clients_mails (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references clients (id),
  position integer not null,
  responsible text,
  mail text not null,
  active boolean not null default true
);
create index clients_mails_parent_id on clients_mails (parent_id);

create table clients_client_users (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references clients (id),
  position integer not null,
  user_id bigint not null references users (id),
  active boolean not null default true
);
create index clients_client_users_parent_id on clients_client_users (parent_id);

create index clients_client_users_user_id on clients_client_users (user_id, parent_id);

create table fistels (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  fistel text not null,
  client_id bigint not null references clients (id),
  service_type_id bigint not null references service_types (id),
  show_for_client boolean not null default true,
  active_anatel boolean not null default true,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index fistels_fistel_key on fistels (fistel, client_id) where deleted_at is null;
create index fistels_client_id on fistels (client_id);

create table collects (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  client_id bigint not null references clients (id),
  fistel_id bigint not null references fistels (id),
  service_type_id bigint references service_types (id),
  year integer not null,
  month integer not null check (month between 1 and 12),
  status_id bigint references statuses (id),
  hide_finance boolean not null default false,
  hide_report boolean not null default false,
  ignore_export boolean not null default false,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index collects_month_key on collects (fistel_id, year, month) where deleted_at is null;
create index collects_client_id on collects (client_id);
create index collects_by_period on collects (year desc, month desc, id desc) where deleted_at is null;

create table collects_locations (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references collects (id),
  position integer not null,
  state text,
  city_id bigint not null references cities (id),
  active boolean not null default true
);
create index collects_locations_parent_id on collects_locations (parent_id);

create table collects_locations_accesses (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references collects_locations (id),
  position integer not null,
  client_type_id bigint not null references client_types (id),
  attendance_type_id bigint not null references attendance_types (id),
  attendance_middle_id bigint not null references attendance_middles (id),
  product_type_id bigint not null references product_types (id),
  technology_type_id bigint not null references technology_types (id),
  speed numeric(13,3) not null check (speed > 0),
  amount integer not null check (amount >= 0),
  active boolean not null default true
);
create index collects_locations_accesses_parent_id on collects_locations_accesses (parent_id);

create table collects_finances (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references collects (id),
  position integer not null,
  state text not null,
  tax_regime_id bigint not null references tax_regimes (id),
  gross_billing numeric(15,2) not null,
  icms_percent numeric(5,2),
  icms numeric(15,2),
  pis_percent numeric(5,2),
  pis numeric(15,2),
  confins_percent numeric(5,2),
  confins numeric(15,2),
  other_taxes numeric(15,2),
  net_billing numeric(15,2),
  fust numeric(15,2),
  investiment numeric(15,2),
  download_traffic numeric(12,2),
  upload_traffic numeric(12,2),
  faturamento_outros numeric(15,2),
  investimento_outros numeric(15,2),
  outros_impostos_outros numeric(15,2),
  active boolean not null default true
);
create index collects_finances_parent_id on collects_finances (parent_id);

create table informative (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  title text not null,
  category_id bigint references informative_categories (id),
  content text not null,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index informative_category_id on informative (category_id);
