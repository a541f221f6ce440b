-- Who makes the equipment of stations.

create table makers (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

insert into makers (name, slug) values ('Ubiquiti', 'ubiquiti'), ('MikroTik', 'mikrotik'), ('Intelbras', 'intelbras');
