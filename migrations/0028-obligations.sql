-- What was done of a client's obligations beyond coletas, and the private links to a calendar of them.

create table client_obligations (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  obligation text not null,
  period text not null,
  client_id bigint not null references clients (id),
  done_on date not null,
  note text,
  user_id bigint references users (id),
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index client_obligations_client_id on client_obligations (client_id);
create index client_obligations_user_id on client_obligations (user_id);
-- Each is done once, until it is opened again.
create unique index client_obligations_done on client_obligations (client_id, obligation, period) where deleted_at is null;

-- One a person: a new one ends the one before.
create table calendar_links (
  user_id bigint primary key references users (id),
  hash bytea not null unique,
  created_at timestamptz not null default now()
);
