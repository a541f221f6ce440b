-- Sign-in by the directory of the office (OpenID Connect). Challenges that wait for their answer, found by the hash of a ticket that one
-- browser has.
create table directory_attempts (
  hash bytea primary key,
  state text not null,
  nonce text not null,
  verifier text not null,
  expires_at timestamptz not null
);

-- Who a person is at a directory: its subjects never change hands, unlike e-mails.
create table directory_links (
  issuer text not null,
  subject text not null,
  user_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index directory_links_user_id on directory_links (user_id);

-- Sessions that a directory began, with the sealed token by which it says whether the person is still there.
create table directory_sessions (
  session_id bigint primary key references sessions (id) on delete cascade,
  issuer text not null,
  subject text not null,
  proof text,
  checked_at timestamptz not null,
  -- Whether its ID token spoke of more than a password; a profile that demands a second factor then has it.
  has_factor boolean not null,
  -- One request at a time asks the directory, for it takes each token once.
  claimed_until timestamptz
);

-- What the directory vouched for, of a sign-in by it that awaits our second factor.
alter table sign_in_steps add column vouched json;

alter table sessions drop constraint sessions_ended_by_check;
alter table sessions add constraint sessions_ended_by_check
  check (ended_by in ('logout', 'user', 'limit', 'reuse', 'password', 'administrator', 'directory'));
