-- Who answers for what: a person for each client, and for a coleta where it is not the client's; who stands in for whom, and
-- work handed over for good.

alter table clients add column responsible_id bigint references users (id);
create index clients_responsible_id on clients (responsible_id);
alter table collects add column responsible_id bigint references users (id);
create index collects_responsible_id on collects (responsible_id);

create table absences (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  person_id bigint not null references users (id),
  stand_in_id bigint not null references users (id),
  since date not null,
  until date not null,
  reason text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (since <= until),
  check (person_id <> stand_in_id)
);
create index absences_person_id on absences (person_id);
create index absences_stand_in_id on absences (stand_in_id);

create table handovers (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  giver_id bigint references users (id),
  receiver_id bigint not null references users (id),
  moved integer not null,
  kept integer not null,
  user_id bigint references users (id),
  undone_at timestamptz,
  undone_by_id bigint references users (id),
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index handovers_giver_id on handovers (giver_id);
create index handovers_receiver_id on handovers (receiver_id);
create index handovers_user_id on handovers (user_id);
create index handovers_undone_by_id on handovers (undone_by_id);
create index handovers_name_searched on handovers using gin (plain(name) gin_trgm_ops);
create index handovers_by_created_at on handovers (created_at, id) where deleted_at is null;

-- Each row moved: who it was named for before, which is nobody where it followed its client, and the lines of history that
-- tell of it, by which what was changed since is known.
create table handover_rows (
  handover_id bigint not null references handovers (id),
  resource text not null,
  row_id bigint not null,
  before_id bigint references users (id),
  event_id bigint not null,
  back_event_id bigint,
  primary key (handover_id, resource, row_id)
);
create index handover_rows_row on handover_rows (resource, row_id);
