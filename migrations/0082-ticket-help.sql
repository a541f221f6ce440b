-- Tickets that begin alike, steps that must be done in them, words and changes that go together, and a day to come back to one.

create table ticket_steps (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  name text not null,
  ticket_id bigint not null references tickets (id),
  required boolean not null default false,
  done boolean not null default false,
  done_user_id bigint references users (id),
  done_at timestamptz
);
create index ticket_steps_ticket_id on ticket_steps (ticket_id);
create index ticket_steps_done_user_id on ticket_steps (done_user_id);
create table ticket_templates (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  name text not null,
  audience text not null default 'equipe',
  title text,
  module_id bigint references module_tickets (id),
  type_id bigint references ticket_types (id),
  team_id bigint references ticket_teams (id),
  priority text,
  content text
);
create index ticket_templates_module_id on ticket_templates (module_id);
create index ticket_templates_type_id on ticket_templates (type_id);
create index ticket_templates_team_id on ticket_templates (team_id);
create table ticket_templates_checklist (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  parent_id bigint not null references ticket_templates (id) on delete cascade,
  position integer not null,
  name text not null,
  required boolean not null default false
);
create index ticket_templates_checklist_parent_id on ticket_templates_checklist (parent_id);
create table ticket_macros (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  name text not null,
  kind text not null default 'resposta',
  content text,
  turn text,
  mine boolean not null default false,
  team_id bigint references ticket_teams (id),
  priority text,
  type_id bigint references ticket_types (id),
  remind_in integer
);
create index ticket_macros_team_id on ticket_macros (team_id);
create index ticket_macros_type_id on ticket_macros (type_id);
alter table tickets add column remind_on date;
alter table tickets add column remind_user_id bigint references users (id);
create index tickets_remind_user_id on tickets (remind_user_id);
alter table ticket_messages add column by_mail boolean not null default false;
create index ticket_steps_by_created_at on ticket_steps using btree (created_at, id) where deleted_at is null;
create index ticket_steps_name_searched on ticket_steps using gin (plain(name) gin_trgm_ops);
create index ticket_templates_by_name on ticket_templates using btree (name collate pt_br, id) where deleted_at is null;
create index ticket_templates_name_searched on ticket_templates using gin (plain(name) gin_trgm_ops);
create index ticket_templates_title_searched on ticket_templates using gin (plain(title) gin_trgm_ops);
create index ticket_macros_by_name on ticket_macros using btree (name collate pt_br, id) where deleted_at is null;
create index ticket_macros_name_searched on ticket_macros using gin (plain(name) gin_trgm_ops);
create index ticket_macros_content_searched on ticket_macros using gin (plain(content) gin_trgm_ops);

-- Few rest until a day; those whose day has come are looked for every few minutes.
create index tickets_reminders on tickets (remind_on, id) where remind_on is not null and deleted_at is null;

update ticket_messages m set by_mail = true from incoming_mails i where i.message_id = m.id and i.deleted_at is null;

-- Profiles the house made: who changes tickets does with them what is new, who keeps texts keeps templates and macros too, and
-- who opens tickets for a client is shown the templates that are for clients. The three it begins with get it at the start.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + added.n, added.role
from profiles p,
  unnest(array['tickets.dizer', 'tickets.macro', 'tickets.macro.ver', 'tickets.dividir', 'tickets.passos', 'tickets.solicitantes',
    'ticket-messages.aproveitar', 'ticket-macros.index', 'ticket-macros.show', 'ticket-templates.index', 'ticket-templates.show',
    'ticket-templates.preencher', 'ticket-steps.index', 'ticket-steps.show', 'ticket-steps.csv', 'ticket-steps.store',
    'ticket-steps.update', 'ticket-steps.destroy', 'ticket-steps.restaurar', 'ticket-steps.historico', 'ticket-steps.concluir',
    'ticket-steps.reabrir']) with ordinality added (role, n)
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.audience = 'equipe' and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'tickets.update');
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + added.n, added.role
from profiles p cross join
  (select row_number() over () as n, resource || '.' || verb as role
   from unnest(array['ticket-templates', 'ticket-macros']) resource,
     unnest(array['index', 'csv', 'show', 'historico', 'store', 'update', 'destroy', 'restaurar', 'enable', 'disable']) verb) added
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.audience = 'equipe' and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'text-modules.update')
  and not exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = added.role);
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + added.n, added.role
from profiles p, unnest(array['ticket-templates.index', 'ticket-templates.preencher']) with ordinality added (role, n)
where p.slug <> 'cliente' and p.audience = 'clientes' and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'tickets.abrir');
