-- Tokens by which other programs use the API in the name of a person, who answers for what they do. Only their SHA-256 is stored.

create table api_tokens (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users (id),
  kind text not null check (kind in ('pessoal', 'sistema')),
  name text not null,
  hash bytea not null unique,
  -- The last characters, by which its owner recognises it.
  hint text not null,
  -- Permissions. Of them, those its owner has at the moment of use count.
  scopes text[] not null,
  -- The one company and the one client it sees; null: all that its owner sees.
  empresa_id bigint references empresas (id),
  client_id bigint references clients (id),
  -- Addresses and networks it is accepted from; none: from anywhere.
  addresses text[] not null default '{}',
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null default now(),
  created_by bigint not null references users (id),
  ended_at timestamptz,
  ended_by text check (ended_by in ('owner', 'administrator', 'password', 'account')),
  check ((ended_at is null) = (ended_by is null)),
  check (ends_at > starts_at)
);
create index api_tokens_user_id on api_tokens (user_id, created_at);
create index api_tokens_created_by on api_tokens (created_by);
create index api_tokens_empresa_id on api_tokens (empresa_id);
create index api_tokens_client_id on api_tokens (client_id);
create trigger tell_change after update or delete on api_tokens for each statement execute function tell_change();

-- When and from where each was last used, written once a minute at most: apart, so that no use makes processes read the token again.
create table api_token_uses (
  token_id bigint primary key references api_tokens (id) on delete cascade,
  last_used_at timestamptz not null,
  ip text not null,
  agent text not null
);

-- The token that wrote a line of history. No reference, which would read the whole table to be added.
alter table audit_events add column token_id bigint;
