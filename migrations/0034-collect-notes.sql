-- What the house writes of a coleta: comments, and what is still to be followed up.

create table collect_notes (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  content text not null,
  collect_id bigint not null references collects (id),
  city_id bigint references cities (id),
  finding text,
  open boolean not null default true,
  user_id bigint references users (id),
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index collect_notes_collect_id on collect_notes (collect_id);
create index collect_notes_city_id on collect_notes (city_id);
create index collect_notes_user_id on collect_notes (user_id);
create index collect_notes_open on collect_notes (created_at desc) where open and deleted_at is null;
