-- Mail that must go: a row in the transaction of whatever causes it, sent afterwards and tried until it goes or is refused.

create table mails (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  subject text not null,
  recipient text not null,
  kind text not null,
  state text not null default 'aguardando',
  tries integer not null default 0,
  next_at timestamptz,
  sent_at timestamptz,
  error text,
  about text,
  about_path text,
  person_id bigint references users (id),
  client_id bigint references clients (id),
  empresa_id bigint references empresas (id),
  user_id bigint references users (id),
  request text,
  message_id text not null,
  -- What it says, never a link that signs somebody in: that one is made as the message goes.
  letter jsonb not null,
  -- Whose try this is, and until when nobody else takes it over.
  run uuid,
  leased_until timestamptz,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index mails_due on mails (id) where state in ('aguardando', 'enviando');
create index mails_failed on mails (id) where state in ('recusado', 'desistiu');
create index mails_created_at on mails (created_at desc, id desc);
create index mails_person_id on mails (person_id);
create index mails_client_id on mails (client_id);
create index mails_empresa_id on mails (empresa_id);
create index mails_user_id on mails (user_id);

create table mails_attempts (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references mails (id) on delete cascade,
  position integer not null,
  active boolean not null default true,
  at timestamptz not null,
  outcome text not null,
  message text
);
create index mails_attempts_parent_id on mails_attempts (parent_id);
