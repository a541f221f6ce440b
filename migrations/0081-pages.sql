-- Pages with a place, readers and versions; the links of the work opened, checked and with images; what is new, and until when
-- each person read it.

create table page_versions (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  page_id bigint not null references pages (id),
  content text,
  note text,
  -- Null while it is a draft.
  number integer check (number > 0),
  user_id bigint references users (id),
  published_by_id bigint references users (id),
  published_at timestamptz,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((number is null) = (published_at is null))
);
create unique index page_versions_page_id on page_versions (page_id, number);
create index page_versions_user_id on page_versions (user_id);
create index page_versions_published_by_id on page_versions (published_by_id);
create index page_versions_by_created_at on page_versions using btree (created_at, id) where deleted_at is null;
create index page_versions_note_searched on page_versions using gin (plain(note) gin_trgm_ops);

-- What everybody could read until now is the first version of each, and goes on being read by everybody.
insert into page_versions (page_id, content, note, number, published_at, created_at, updated_at)
select id, content, 'O texto de antes das versões', 1, updated_at, updated_at, updated_at from pages;
alter table pages drop column content;
alter table pages add column parent_id bigint references pages (id);
create index pages_parent_id on pages (parent_id);
alter table pages add column position integer;
alter table pages add column audience text not null default 'todos';
alter table pages alter column audience set default 'equipe';

-- People of a client are answered the pages that are for them, as they are answered the news.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + added.n, added.role
from profiles p, unnest(array['pages.index', 'pages.show']) with ordinality added (role, n)
where p.audience = 'clientes' and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'informative.index')
  and not exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = added.role);

-- Profiles the house made: whoever keeps pages writes their versions; the three it begins with are given it at the start.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + added.n, added.role
from profiles p,
  unnest(array['pages.rascunho', 'page-versions.index', 'page-versions.csv', 'page-versions.show', 'page-versions.historico',
    'page-versions.update', 'page-versions.destroy', 'page-versions.restaurar', 'page-versions.publicar', 'page-versions.retomar'])
    with ordinality added (role, n)
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.audience = 'equipe' and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'pages.update');

-- How often each person opened each link.
create table link_uses (
  link_id bigint not null references links_importantes (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  uses integer not null default 1,
  primary key (link_id, user_id)
);
create index link_uses_user_id on link_uses (user_id);

-- How the last look at each address went; of another address, it says nothing of the link.
create table link_checks (
  link_id bigint primary key references links_importantes (id) on delete cascade,
  url text not null,
  checked_at timestamptz not null,
  said text not null,
  -- How many looks in a row had no answer, and since when.
  failures integer not null default 0,
  failing_since timestamptz
);

-- Small images of the categories of links, drawn beside their names.
create table link_category_images (
  category_id bigint primary key references links_importantes_categorias (id) on delete cascade,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null
);

-- Whoever lists the links opens them from the board.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + added.n, added.role
from profiles p, unnest(array['links-importantes.painel', 'links-importantes.abrir']) with ordinality added (role, n)
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'links-importantes.index');
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + added.n, added.role
from profiles p, unnest(array['links-importantes-categorias.imagem.store', 'links-importantes-categorias.imagem.destroy'])
  with ordinality added (role, n)
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'links-importantes-categorias.update');

-- The newest day of news somebody has read of.
create table user_news (
  user_id bigint primary key references users (id) on delete cascade,
  read_until date not null
);
