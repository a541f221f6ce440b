-- What a company needs to issue its service invoices.

alter table empresas
  add column inscricao_municipal text,
  add column municipio_id bigint references cities (id),
  add column regime text,
  add column serie integer,
  add column proximo_numero integer,
  add column aliquota_iss numeric(5,2);
create index empresas_municipio_id on empresas (municipio_id);

create table empresas_servicos (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references empresas (id) on delete cascade,
  position integer not null,
  codigo text not null,
  codigo_municipal text,
  nbs text,
  descricao text not null,
  active boolean not null default true
);
create index empresas_servicos_parent_id on empresas_servicos (parent_id);

-- The history searched as a whole, by section and by day.
create index audit_events_resource on audit_events (resource, id);
create index audit_events_at on audit_events (at);
