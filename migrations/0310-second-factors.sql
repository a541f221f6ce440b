-- Second factors: devices that make codes (RFC 6238), passkeys (WebAuthn), recovery codes, and what signing in by them needs.
create table user_factors (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users (id),
  kind text not null check (kind in ('totp', 'passkey')),
  -- What its owner calls it.
  name text not null,
  created_at timestamptz not null,
  -- When its owner proved to have it; before that it is worth nothing.
  confirmed_at timestamptz,
  last_used_at timestamptz,
  -- Of a device: the sealed secret, and the last 30 seconds of which a code was accepted.
  secret text,
  last_step bigint,
  -- Of a passkey: the credential's id in base64url, its public key in COSE, and how often it says it was used.
  credential text unique,
  public_key bytea,
  counter bigint,
  transports text[],
  check (case kind when 'totp' then secret is not null else credential is not null and public_key is not null and counter is not null end)
);
create index user_factors_user_id on user_factors (user_id);

create table recovery_codes (
  -- SHA-256: a code is 80 random bits.
  hash bytea primary key,
  user_id bigint not null references users (id),
  created_at timestamptz not null,
  used_at timestamptz
);
create index recovery_codes_user_id on recovery_codes (user_id);

-- Sign-ins whose password was right, and which await the second factor.
create table sign_in_steps (
  hash bytea primary key,
  user_id bigint not null references users (id),
  expires_at timestamptz not null,
  -- Attempts, counted before each is judged.
  attempts integer not null default 0
);
create index sign_in_steps_user_id on sign_in_steps (user_id);
create index sign_in_steps_expires_at on sign_in_steps (expires_at);

create table passkey_challenges (
  hash bytea primary key,
  purpose text not null check (purpose in ('entrar', 'cadastrar', 'provar')),
  -- Whose it is; null of a sign-in with the passkey alone.
  user_id bigint references users (id),
  expires_at timestamptz not null
);
create index passkey_challenges_user_id on passkey_challenges (user_id);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);

-- Browsers and other programs in which each user signed in.
create table sign_in_devices (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users (id),
  -- Of the word that browser made up; of other programs, of the place.
  hash bytea not null,
  -- Of the network and the kind of program: what is known of a browser that forgot its word.
  place bytea not null,
  agent text not null,
  ip text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- Until then no second factor is asked for here; null: it is asked for.
  trusted_until timestamptz,
  unique (user_id, hash)
);
create index sign_in_devices_last_at on sign_in_devices (last_at);

-- When its user last proved who they are: by whatever means (null: as the session began), and by a second factor (null: never).
alter table sessions add column proved_at timestamptz, add column factor_proved_at timestamptz;

-- Days in which users of the profile register a second factor, and since when it demands one; null: it demands none.
alter table profiles add column second_factor_days integer, add column second_factor_since timestamptz,
  add check (second_factor_days between 0 and 90), add check ((second_factor_days is null) = (second_factor_since is null));

-- Since when a user has their profile: the days are counted from then on, if the profile demanded it before.
alter table users add column profile_since timestamptz not null default now();
create function note_profile_since() returns trigger language plpgsql as $$
begin
  new.profile_since := now();
  return new;
end $$;
create trigger users_profile_since before update of profile_id on users
  for each row when (new.profile_id is distinct from old.profile_id) execute function note_profile_since();

-- Profiles the office made: who may change users, and so their passwords, may reset their second factors.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + 1, 'users.redefinir-segundo-fator'
from profiles p
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.audience = 'equipe' and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'users.update');
