-- What the house does by itself again and again: when, how it went, and whose it is while it is done.

create table chores (
  id bigint generated always as identity primary key,
  name text not null unique,
  next_at timestamptz not null default now(),
  -- The run that has it; another process may take it once the lease is over.
  run uuid,
  leased_until timestamptz,
  -- Who asked for the last run; null when it was time.
  asked_by bigint references users (id),
  started_at timestamptz,
  succeeded_at timestamptz,
  failed_at timestamptz,
  -- Of the last run, when it failed.
  error text,
  -- Ever.
  failures integer not null default 0,
  -- What the last run that succeeded came to, and what it counted.
  said text,
  figures jsonb
);
