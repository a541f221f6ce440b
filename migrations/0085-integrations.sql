-- What goes out to other houses and is tried until it arrives, each conversation with one of them, and who they are.

alter table integration_queues add column kind text not null default 'envio' check (kind in ('envio', 'consulta'));
-- What makes it the one it is; of a question whose answer somebody waited for, nothing.
alter table integration_queues add column key text;
alter table integration_queues add column empresa_id bigint references empresas (id);
alter table integration_queues add column about text;
alter table integration_queues add column about_path text;
alter table integration_queues add column error text;
-- Tries since it was last asked for; `attempts` are those ever made.
alter table integration_queues add column tries integer not null default 0;
update integration_queues set attempts = 0 where attempts is null;
alter table integration_queues alter column attempts set default 0;
alter table integration_queues alter column attempts set not null;
alter table integration_queues add column ended_at timestamptz;
alter table integration_queues add column user_id bigint references users (id);
alter table integration_queues add column request text;
-- Whose try this is, and until when nobody else takes it over.
alter table integration_queues add column run uuid;
alter table integration_queues add column leased_until timestamptz;
update integration_queues q set empresa_id = (select c.empresa_responsavel_id from clients c where c.id = q.client_id);
create unique index integration_queues_key on integration_queues (integration, key);
create index integration_queues_due on integration_queues (next_attempt_at, id) where state in ('pendente', 'processando');
create index integration_queues_failed on integration_queues (id) where state = 'falhou';
create index integration_queues_empresa_id on integration_queues (empresa_id);
create index integration_queues_user_id on integration_queues (user_id);
create index integration_queues_about_searched on integration_queues using gin (plain(about) gin_trgm_ops);
create index integration_queues_error_searched on integration_queues using gin (plain(error) gin_trgm_ops);

alter table integration_queues_logs add column attempt integer;
alter table integration_queues_logs add column outcome text;
alter table integration_queues_logs add column method text;
alter table integration_queues_logs add column host text;
alter table integration_queues_logs add column path text;
alter table integration_queues_logs add column status integer;
alter table integration_queues_logs add column ms integer;

-- Every house that is talked to: brought up to date at each start from what the features hand in.
create table integrations (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  key text not null unique,
  name text not null,
  type text not null
);

-- To which name of a house a field defined at run time goes.
create table integration_meta (
  integration_id bigint not null references integrations (id) on delete cascade,
  meta_id bigint not null,
  value text not null,
  primary key (meta_id, integration_id)
);
create index integration_meta_integration_id on integration_meta (integration_id);
