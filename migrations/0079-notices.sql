-- What each person is told of, and what they chose to be told.

create table notices (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users (id),
  kind text not null,
  -- The row it is about, by its section; empty where it is about none.
  resource text not null,
  row_uuid text not null,
  path text not null,
  title text not null,
  times integer not null default 1,
  read_at timestamptz,
  -- Wanted in the bell; else in the daily summary alone.
  shown boolean not null default true,
  digested_at timestamptz,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
-- What somebody has not read of one kind and row is one notice, however often and by however many it is told.
create unique index notices_unread on notices (user_id, kind, resource, row_uuid) where read_at is null and deleted_at is null;
create index notices_user_id on notices (user_id, updated_at);

create table notice_choices (
  user_id bigint not null references users (id),
  kind text not null,
  in_app boolean not null,
  in_digest boolean not null,
  primary key (user_id, kind)
);
