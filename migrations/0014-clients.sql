-- The rest of what the house keeps of a client: contract, relationship, regulator; and what it notes, one after another.

alter table clients
  add column contract_value numeric(15,2),
  add column custom_contract_service_name text,
  add column contract_due_date date,
  add column contract_month integer,
  add column contract_billing_day integer,
  add column crm_name text,
  add column crm_phone text,
  add column crm_email text,
  add column client_external_management_id text,
  add column validated boolean not null default false,
  add column client_type_id bigint references client_types (id),
  add column anatel_register_id text,
  add column monthly_report_id text,
  add column consultancy_type_id text,
  add column registered_advice text,
  add column station_045 boolean not null default false,
  add column other_anatel_debts boolean not null default false;
create index clients_client_type_id on clients (client_type_id);

create table clients_extra_services (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references clients (id) on delete cascade,
  position integer not null,
  name text not null,
  value numeric(15,2),
  active boolean not null default true
);
create index clients_extra_services_parent_id on clients_extra_services (parent_id);

create table clients_tags (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references clients (id) on delete cascade,
  position integer not null,
  name text not null,
  active boolean not null default true
);
create index clients_tags_parent_id on clients_tags (parent_id);

create table clients_client_partners (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references clients (id) on delete cascade,
  position integer not null,
  name text not null,
  document text,
  active boolean not null default true
);
create index clients_client_partners_parent_id on clients_client_partners (parent_id);

create table clients_state_registrations (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references clients (id) on delete cascade,
  position integer not null,
  state text not null,
  number text not null,
  active boolean not null default true
);
create index clients_state_registrations_parent_id on clients_state_registrations (parent_id);

create table client_observations (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  content text not null,
  client_id bigint not null references clients (id),
  user_id bigint references users (id),
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index client_observations_client_id on client_observations (client_id);
create index client_observations_user_id on client_observations (user_id);
