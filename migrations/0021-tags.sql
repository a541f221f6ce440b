-- Tags have a name and a colour of their own, and clients choose among them.

create table tags (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  name text not null,
  slug text not null,
  color text not null default 'neutro'
);

insert into tags (name, slug)
select distinct on (plain(name)) name, replace(plain(name), ' ', '-') from clients_tags order by plain(name), id;

insert into tags (name, slug, color)
select name, slug, color from (values
  (1, 'VIP', 'vip', 'info'), (2, 'Cobrança', 'cobranca', 'atencao'), (3, 'Fiscalização', 'fiscalizacao', 'erro')
) base (position, name, slug, color)
where not exists (select 1 from tags g where g.slug = base.slug)
order by position;

alter table clients_tags add column tag_id bigint references tags (id);
update clients_tags l set tag_id = g.id from tags g where plain(g.name) = plain(l.name);
alter table clients_tags alter column tag_id set not null;
alter table clients_tags drop column name;
create index clients_tags_tag_id on clients_tags (tag_id);
