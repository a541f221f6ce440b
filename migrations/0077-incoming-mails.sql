-- Tickets by mail: what arrived, each mail once; whom a reply address is of; how far a mailbox was read.

create table incoming_mails (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  subject text not null,
  sender text,
  sender_name text,
  recipient text,
  state text not null default 'recebida',
  why text,
  sent_at timestamptz,
  size integer not null,
  body text,
  quoted text,
  attached text,
  person_id bigint references users (id),
  client_id bigint references clients (id),
  ticket_id bigint references tickets (id),
  message_id bigint references ticket_messages (id),
  opened boolean not null default false,
  settler_id bigint references users (id),
  settled_at timestamptz,
  empresa_id bigint references empresas (id),
  tries integer default 0,
  sha256 text,
  print text not null unique
);
create index incoming_mails_person_id on incoming_mails (person_id);
create index incoming_mails_client_id on incoming_mails (client_id);
create index incoming_mails_ticket_id on incoming_mails (ticket_id);
create index incoming_mails_message_id on incoming_mails (message_id);
create index incoming_mails_settler_id on incoming_mails (settler_id);
create index incoming_mails_empresa_id on incoming_mails (empresa_id);
create index incoming_mails_sha256 on incoming_mails (sha256);
create index incoming_mails_by_created_at on incoming_mails using btree (created_at, id) where deleted_at is null;
create index incoming_mails_subject_searched on incoming_mails using gin (plain(subject) gin_trgm_ops);
create index incoming_mails_sender_searched on incoming_mails using gin (plain(sender) gin_trgm_ops);
-- Few of many wait.
create index incoming_mails_waiting on incoming_mails (id) where state in ('recebida', 'bandeja') and deleted_at is null;
-- How many one address sent in the last hour.
create index incoming_mails_sent on incoming_mails (sender, created_at);

-- What a message that came by mail quotes, folded away and kept.
alter table ticket_messages add column quoted text;

-- Where one person answers one ticket by mail: the token stands in the address, and is worth nothing from another sender.
create table reply_addresses (
  id bigint generated always as identity primary key,
  token text not null unique,
  ticket_id bigint not null references tickets (id),
  person_id bigint not null references users (id),
  -- Message-IDs of what was written under it, the oldest first.
  thread text[] not null default '{}',
  created_at timestamptz not null default now(),
  unique (ticket_id, person_id)
);
create index reply_addresses_person_id on reply_addresses (person_id);

-- How far a mailbox was read; under another `validity` its numbers mean other mails (RFC 3501, 2.3.1.1).
create table mailboxes (
  account text primary key,
  validity text not null,
  last_uid bigint not null
);
