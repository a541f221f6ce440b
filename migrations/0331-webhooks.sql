-- Addresses outside that are sent what changes, each with the rights of its owner, and the place of each in the history.
create table webhook_endpoints (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  name text not null,
  url text not null,
  types text[] not null default '{}',
  empresa_id bigint references empresas (id),
  user_id bigint references users (id),
  secret_at timestamptz,
  former_until timestamptz,
  succeeded_at timestamptz,
  failing_since timestamptz,
  stopped text,
  -- Sealed with the key of the installation; the former one signs beside the new one for a day.
  secret text,
  former_secret text,
  -- The last line of the history that was looked at.
  after_xid xid8,
  after_id bigint
);
create index webhook_endpoints_empresa_id on webhook_endpoints (empresa_id);
create index webhook_endpoints_user_id on webhook_endpoints (user_id);

-- Deliveries are items of the queue of integrations, of a kind that is sent beside the others and never before them.
alter table integration_queues drop constraint integration_queues_kind_check;
alter table integration_queues add constraint integration_queues_kind_check check (kind in ('envio', 'consulta', 'aviso'));
alter table integration_queues add column endpoint_id bigint references webhook_endpoints (id);
create index integration_queues_endpoint_id on integration_queues (endpoint_id);
create index integration_queues_endpoint_open on integration_queues (endpoint_id, id) where state in ('pendente', 'processando') and endpoint_id is not null;
alter table integration_queues_logs add column answer text;
