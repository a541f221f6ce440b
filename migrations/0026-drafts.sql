-- Work on a coleta not yet saved, kept for whoever is doing it: one draft each, resumed on whatever machine they sign in.

create table collect_drafts (
  collect_id bigint not null references collects (id) on delete cascade,
  user_id bigint not null references users (id),
  -- Of the coleta the work stands on.
  version integer not null,
  -- As it came, never looked into: `json` takes what `jsonb` would refuse.
  work json not null,
  -- The browser it was typed in, by a word that browser made up, and its own clock.
  device text not null,
  at timestamptz not null,
  updated_at timestamptz not null default now(),
  primary key (collect_id, user_id)
);
create index collect_drafts_user_id on collect_drafts (user_id);
create index collect_drafts_updated_at on collect_drafts (updated_at);
