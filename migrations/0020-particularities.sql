-- Fields defined at run time: those a particularity asks for, and those each client and station has.

create table particularities_metas_only_father (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references particularities (id) on delete cascade,
  position integer not null,
  key text not null,
  label text not null,
  type text not null default 'text',
  class text default 'col-12',
  hidden boolean not null default false,
  options text,
  value text,
  active boolean not null default true
);
create index particularities_metas_only_father_parent_id on particularities_metas_only_father (parent_id);

create table particularities_metas_only_father_fields (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references particularities_metas_only_father (id) on delete cascade,
  position integer not null,
  key text not null,
  label text not null,
  type text not null default 'text',
  class text default 'col-12',
  hidden boolean not null default false,
  options text,
  value text,
  active boolean not null default true
);
create index particularities_metas_only_father_fields_parent_id on particularities_metas_only_father_fields (parent_id);

create table clients_particularities (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references clients (id) on delete cascade,
  position integer not null,
  particularity_id bigint not null references particularities (id),
  active boolean not null default true
);
create index clients_particularities_parent_id on clients_particularities (parent_id);
create index clients_particularities_particularity_id on clients_particularities (particularity_id);

create table clients_metas_only_father (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references clients (id) on delete cascade,
  position integer not null,
  key text not null,
  label text not null,
  type text not null default 'text',
  class text default 'col-12',
  hidden boolean not null default false,
  options text,
  value text,
  active boolean not null default true
);
create index clients_metas_only_father_parent_id on clients_metas_only_father (parent_id);

create table clients_metas_only_father_fields (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references clients_metas_only_father (id) on delete cascade,
  position integer not null,
  key text not null,
  label text not null,
  type text not null default 'text',
  class text default 'col-12',
  hidden boolean not null default false,
  options text,
  value text,
  active boolean not null default true
);
create index clients_metas_only_father_fields_parent_id on clients_metas_only_father_fields (parent_id);

create table stations_metas_only_father (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references stations (id) on delete cascade,
  position integer not null,
  key text not null,
  label text not null,
  type text not null default 'text',
  class text default 'col-12',
  hidden boolean not null default false,
  options text,
  value text,
  active boolean not null default true
);
create index stations_metas_only_father_parent_id on stations_metas_only_father (parent_id);

create table stations_metas_only_father_fields (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references stations_metas_only_father (id) on delete cascade,
  position integer not null,
  key text not null,
  label text not null,
  type text not null default 'text',
  class text default 'col-12',
  hidden boolean not null default false,
  options text,
  value text,
  active boolean not null default true
);
create index stations_metas_only_father_fields_parent_id on stations_metas_only_father_fields (parent_id);

