-- What services outside said of a CNPJ or a CEP, kept so as not to ask again; and where a client holds it.

create table registry_answers (
  kind text not null,
  key text not null,
  answer jsonb not null,
  at timestamptz not null default now(),
  primary key (kind, key)
);

alter table clients_client_partners
  add column role text,
  add column since date;

create table clients_activities (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references clients (id) on delete cascade,
  position integer not null,
  code text not null,
  name text not null,
  main boolean not null default false,
  active boolean not null default true
);
create index clients_activities_parent_id on clients_activities (parent_id);

-- What a phone or a mail is for, and whose it is.
alter table clients_phones add column types text, add column user_id bigint references users (id);
create index clients_phones_user_id on clients_phones (user_id);
alter table clients_mails add column types text, add column user_id bigint references users (id);
create index clients_mails_user_id on clients_mails (user_id);
