-- Unsaved work of every form, of the coleta too: what a user typed and has not saved, on whatever machine.
create sequence form_draft_revisions;
create table form_drafts (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users (id),
  resource text not null,
  -- The row that is changed; null of a new one.
  row_uuid uuid,
  -- Which form of the resource it is: the uuid of the row, or the address at which a new one is typed.
  form text not null,
  -- Where the form is opened.
  address text not null,
  -- What was typed as the name of a new row.
  name text,
  -- Of the row the work is based on.
  version integer,
  -- Stored as it came: `json` takes what `jsonb` would refuse.
  work json not null,
  -- The browser it was typed in, by a word that browser made up, with what it says of itself and its own clock.
  device text not null,
  agent text not null,
  at timestamptz not null,
  -- Another one for every write: a form that names an older one does not overwrite what it has not seen.
  revision bigint not null default nextval('form_draft_revisions'),
  begun_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When its user threw it away; for a while that can be undone.
  discarded_at timestamptz,
  unique (user_id, resource, form)
);
create index form_drafts_row_uuid on form_drafts (row_uuid) where row_uuid is not null;
create index form_drafts_updated_at on form_drafts (updated_at);

insert into form_drafts (user_id, resource, row_uuid, form, address, version, work, device, agent, at, begun_at, updated_at)
select d.user_id, 'collects', c.uuid, c.uuid::text, '/collects/' || c.uuid, d.version, d.work, d.device, '', d.at, d.updated_at, d.updated_at
from collect_drafts d join collects c on c.id = d.collect_id;
drop table collect_drafts;

-- A draft is one's own: storing it needs a session and the right to save the form, and no permission of its own.
delete from profiles_profile_roles
where role in ('collects.rascunho', 'collects.rascunho.guardar', 'collects.rascunho.descartar');
