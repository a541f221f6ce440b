-- The way of a coleta to Anatel: its steps, what was acknowledged of it, and every version that was sent.

update statuses set name = 'Pronta' where model = 'Collect' and slug = 'finalizado';
insert into statuses (name, slug, model) values
  ('Aguardando cliente', 'aguardando-cliente', 'Collect'),
  ('Em conferência', 'em-conferencia', 'Collect'),
  ('Enviada', 'enviada', 'Collect'),
  ('Processada', 'processada', 'Collect'),
  ('Com erro', 'com-erro', 'Collect'),
  ('Dispensada', 'dispensada', 'Collect');

alter table collects add column edition integer not null default 1;
alter table collects add column zeroed boolean not null default false;
alter table collects add column error text;

create table collects_acknowledgments (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references collects (id) on delete cascade,
  position integer not null,
  finding text not null,
  message text not null,
  reason text not null,
  user_id bigint references users (id),
  at timestamptz not null,
  active boolean not null default true
);
create index collects_acknowledgments_parent_id on collects_acknowledgments (parent_id);
create index collects_acknowledgments_user_id on collects_acknowledgments (user_id);

create table collect_files (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  ext text not null,
  size integer not null,
  sha256 text not null,
  user_id bigint references users (id),
  collect_id bigint not null references collects (id),
  kind text not null,
  edition integer not null,
  rows integer,
  accesses integer,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index collect_files_user_id on collect_files (user_id);
create index collect_files_collect_id on collect_files (collect_id);
-- Each version of a coleta is sent once.
create unique index collect_files_collect_id_edition on collect_files (collect_id, edition)
  where kind = 'arquivo' and deleted_at is null;
