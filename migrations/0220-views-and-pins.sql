-- Views of lists are rows of their own: they are shared, and pinned to the menu. What each person pinned and folded is theirs.
create table list_views (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  list text not null,
  name text not null,
  search text not null,
  user_id bigint not null references users (id),
  audience text not null default 'me' check (audience in ('me', 'profile', 'company', 'all')),
  profile_id bigint references profiles (id),
  empresa_id bigint references empresas (id),
  created_at timestamptz not null default now(),
  unique (user_id, list, name),
  check ((audience = 'profile') = (profile_id is not null)),
  check ((audience = 'company') = (empresa_id is not null))
);
create index list_views_shared on list_views (list) where audience <> 'me';
create index list_views_profile_id on list_views (profile_id);
create index list_views_empresa_id on list_views (empresa_id);

insert into list_views (list, name, search, user_id)
select l.list, v.view ->> 'name', v.view ->> 'search', l.user_id
from user_lists l, jsonb_array_elements(l.views) with ordinality as v(view, place)
order by l.user_id, l.list, v.place;
alter table user_lists drop column views;

create table user_menus (
  user_id bigint primary key references users (id),
  groups jsonb not null default '{}',
  pins jsonb not null default '[]'
);
