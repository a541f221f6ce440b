-- Who of the house looked as whom of a client: through which session, and until when at most.

create table viewings (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  session_id bigint not null references sessions (id) on delete cascade,
  client_id bigint not null references clients (id),
  -- One of the client's people; of a client without any, the profile theirs would have.
  user_id bigint references users (id),
  profile_id bigint references profiles (id),
  started_at timestamptz not null,
  until timestamptz not null,
  -- Left before its time.
  ended_at timestamptz,
  check (num_nonnulls(user_id, profile_id) = 1)
);
create index viewings_session_id on viewings (session_id);
create index viewings_client_id on viewings (client_id);
create index viewings_user_id on viewings (user_id);
create index viewings_profile_id on viewings (profile_id);
