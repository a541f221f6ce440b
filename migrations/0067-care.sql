-- The care of stations: what happened there, their photos and papers, whether they stand in their municipality, and who stands beside them.

create table station_notes (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  content text not null,
  station_id bigint not null references stations (id),
  happened_on date not null,
  user_id bigint references users (id),
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index station_notes_station_id on station_notes (station_id);
create index station_notes_user_id on station_notes (user_id);

create table station_uploads (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  ext text not null,
  size integer not null,
  sha256 text not null,
  user_id bigint references users (id),
  station_id bigint not null references stations (id),
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index station_uploads_user_id on station_uploads (user_id);
create index station_uploads_station_id on station_uploads (station_id);
create index station_uploads_sha256 on station_uploads (sha256);

-- Told when a station is written; those that stood before are looked at by a chore.
alter table stations add column town_match text;
create index stations_town_match on stations (town_match) where deleted_at is null;

-- Who is near is looked for in a small square.
create index stations_address_place on stations_address (lat, lng);

-- The lists of both, in their order and searched.
create index station_notes_by_happened_on_created_at on station_notes (happened_on, created_at, id) where deleted_at is null;
create index station_notes_content_searched on station_notes using gin (plain(content) gin_trgm_ops);
create index station_uploads_by_created_at on station_uploads (created_at, id) where deleted_at is null;
create index station_uploads_name_searched on station_uploads using gin (plain(name) gin_trgm_ops);
