-- What is sent along with a message of a ticket.

create table ticket_uploads (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  ext text not null,
  size integer not null,
  sha256 text not null,
  user_id bigint references users (id),
  ticket_id bigint not null references tickets (id),
  message_id bigint not null references ticket_messages (id),
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index ticket_uploads_user_id on ticket_uploads (user_id);
create index ticket_uploads_ticket_id on ticket_uploads (ticket_id);
create index ticket_uploads_message_id on ticket_uploads (message_id);

create view ticket_messages_uploads as
  select id, uuid, message_id as parent_id, id as position, name, ext, size, active from ticket_uploads
  where deleted_at is null;
