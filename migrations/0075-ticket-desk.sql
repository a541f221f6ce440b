-- A desk for tickets: who answers for each, what only colleagues read, what it waits for, what it is about and how it goes on.

create table tickets_related (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  parent_id bigint not null references tickets (id) on delete cascade,
  position integer not null,
  ticket_id bigint not null references tickets (id)
);
create index tickets_related_parent_id on tickets_related (parent_id);
create index tickets_related_ticket_id on tickets_related (ticket_id);
create table ticket_messages_mentions (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  parent_id bigint not null references ticket_messages (id) on delete cascade,
  position integer not null,
  person_id bigint not null references users (id)
);
create index ticket_messages_mentions_parent_id on ticket_messages_mentions (parent_id);
create index ticket_messages_mentions_person_id on ticket_messages_mentions (person_id);
create table text_modules (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  name text not null,
  shortcut text,
  content text not null
);
create unique index text_modules_shortcut_key on text_modules (shortcut) where deleted_at is null;
create table ticket_teams (like informative_categories including all);
alter table tickets add column priority text not null default 'normal';
alter table tickets add column owner_id bigint references users (id);
create index tickets_owner_id on tickets (owner_id);
alter table tickets add column team_id bigint references ticket_teams (id);
create index tickets_team_id on tickets (team_id);
alter table tickets add column requester_id bigint references users (id);
create index tickets_requester_id on tickets (requester_id);
alter table tickets add column station_id bigint references stations (id);
create index tickets_station_id on tickets (station_id);
alter table tickets add column station_link_id bigint references station_links (id);
create index tickets_station_link_id on tickets (station_link_id);
alter table tickets add column collect_id bigint references collects (id);
create index tickets_collect_id on tickets (collect_id);
alter table tickets add column bill_id bigint references bills_to_receive (id);
create index tickets_bill_id on tickets (bill_id);
alter table tickets add column document_id bigint references documents (id);
create index tickets_document_id on tickets (document_id);
alter table tickets add column spoken_at timestamptz;
alter table tickets add column spoken_user_id bigint references users (id);
create index tickets_spoken_user_id on tickets (spoken_user_id);
alter table tickets add column reply_by timestamptz;
alter table tickets add column merged_id bigint references tickets (id);
create index tickets_merged_id on tickets (merged_id);
alter table ticket_messages add column internal boolean not null default false;
alter table ticket_types add column reply_hours integer;
create index text_modules_by_name on text_modules using btree (name collate pt_br, id) where deleted_at is null;
create index text_modules_name_searched on text_modules using gin (plain(name) gin_trgm_ops);
create index text_modules_shortcut_searched on text_modules using gin (plain(shortcut) gin_trgm_ops);
create index text_modules_content_searched on text_modules using gin (plain(content) gin_trgm_ops);

-- What each person has not sent yet, of each ticket: an answer and a note apart, so that neither becomes the other.
create table ticket_drafts (
  ticket_id bigint not null references tickets (id) on delete cascade,
  user_id bigint not null references users (id),
  answer text not null default '',
  note text not null default '',
  updated_at timestamptz not null default now(),
  primary key (ticket_id, user_id)
);
create index ticket_drafts_user_id on ticket_drafts (user_id);
create index ticket_drafts_updated_at on ticket_drafts (updated_at);

-- What the house waits for is told by the status, as everything else of where a ticket stands.
insert into statuses (name, slug, model) values ('Aguardando cliente', 'aguardando-cliente', 'Ticket');

-- A note among colleagues is nobody's answer: whoever reads the message it stands under may be of the client.
create or replace view ticket_messages_reply as
  select id, uuid, parent_id, id as position, content, user_id, created_at, active
  from ticket_messages where parent_id is not null and deleted_at is null and not internal;

create view tickets_related_by as
  select r.id, r.uuid, r.ticket_id as parent_id, r.id as position, r.parent_id as ticket_id, r.active
  from tickets_related r join tickets t on t.id = r.parent_id where t.deleted_at is null;

-- A conversation is read from its end; of who waits, whoever waits longest first.
create index ticket_messages_of_ticket on ticket_messages (ticket_id, id) where deleted_at is null;
create index tickets_due on tickets (reply_by, id) where deleted_at is null and reply_by is not null;

update tickets t set spoken_at = m.created_at, spoken_user_id = m.user_id
from (
  select distinct on (ticket_id) ticket_id, created_at, user_id from ticket_messages
  where deleted_at is null order by ticket_id, created_at desc, id desc) m
where m.ticket_id = t.id;

-- Those nobody of the house answered yet keep the hour they were shown with.
update tickets t set reply_by = (
  select t.created_at + make_interval(hours => left(f->>'value', 4)::int)
  from module_configurations c, jsonb_array_elements(c.metas_only_father) f
  where c.module_id = t.module_id and c.active and c.deleted_at is null
    and f->>'internal_key' = 'horas-resposta' and f->>'value' ~ '^[1-9][0-9]{0,3}$'
  order by c.id limit 1)
where t.status_id in (select id from statuses where model = 'Ticket' and slug = 'em-aberto') and not exists (
  select 1 from ticket_messages x join users u on u.id = x.user_id join profiles p on p.id = u.profile_id
  where x.ticket_id = t.id and x.deleted_at is null and p.audience = 'equipe');

-- Whoever asked may say that it is not settled. Where no profile stands yet, the first start gives it.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + 1, 'tickets.reabrir'
from profiles p
where p.slug = 'cliente' and p.deleted_at is null
  and not exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'tickets.reabrir');
