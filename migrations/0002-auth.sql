-- Who works here and what each may do, and how they sign in.

create table empresas (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  nome_fantasia text not null,
  razao_social text,
  cnpj text,
  representante_primeiro_nome text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table profiles (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  is_admin boolean not null default false,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

-- One line per permission the profile holds: 'clients.index', 'collects.finalizar'.
create table profiles_profile_roles (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references profiles (id),
  position integer not null,
  role text not null,
  active boolean not null default true
);
create index profiles_profile_roles_parent_id on profiles_profile_roles (parent_id);

create table users (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  email text not null,
  birthday date,
  -- Argon2id, in the PHC form; null until its owner chooses one by a link.
  password text,
  profile_id bigint not null references profiles (id),
  -- The company the user belongs to and never sees beyond; null for all of them.
  empresa_id bigint references empresas (id),
  -- The company an administrator is looking at; null for all of them.
  empresa_visualizacao_id bigint references empresas (id),
  redefinir_senha_apos_login boolean not null default false,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index users_email on users (lower(email)) where deleted_at is null;
create index users_profile_id on users (profile_id);
create index users_empresa_id on users (empresa_id);
create index users_empresa_visualizacao_id on users (empresa_visualizacao_id);

-- A sign-in on one device, from the password to the end. Every token descends from one.
create table sessions (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users (id),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- Ends when unused until this moment, renewed by each rotation,
  idle_until timestamptz not null,
  -- and at this one in any case.
  expires_at timestamptz not null,
  -- The refresh token in force is of this generation; those before it are spent.
  generation integer not null default 1,
  rotated_at timestamptz not null,
  -- How often the generation before was still accepted, since the last rotation.
  graced integer not null default 0,
  ip text not null,
  agent text not null,
  ended_at timestamptz,
  ended_by text check (ended_by in ('logout', 'user', 'limit', 'reuse', 'password', 'administrator')),
  check ((ended_at is null) = (ended_by is null))
);
create index sessions_user_id on sessions (user_id, created_at);

-- Tokens are 256 random bits, and only their SHA-256 is kept.
create table access_tokens (
  hash bytea primary key,
  session_id bigint not null references sessions (id) on delete cascade,
  expires_at timestamptz not null
);
create index access_tokens_session_id on access_tokens (session_id);

create table refresh_tokens (
  hash bytea primary key,
  session_id bigint not null references sessions (id) on delete cascade,
  generation integer not null
);
create index refresh_tokens_session_id on refresh_tokens (session_id);

-- Links sent to who forgot a password, and the first administrator's. At most one per user is alive.
create table password_resets (
  hash bytea primary key,
  user_id bigint not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When it was used or replaced.
  spent_at timestamptz,
  -- Where it was used from: an address the user has since been known at.
  used_from text
);
create index password_resets_user_id on password_resets (user_id, created_at);

-- Failed attempts by what they are counted on: an account at an address, an account, an address.
create table login_attempts (
  key text primary key,
  failures integer not null,
  failed_at timestamptz not null,
  -- The next attempt is heard from here on.
  blocked_until timestamptz not null
);
create index login_attempts_failed_at on login_attempts (failed_at);

-- What is decided once for the whole installation, whatever the number of processes.
create table installation (
  key text primary key,
  value text not null
);
