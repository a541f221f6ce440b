-- News with dates, narrower audiences and a reading that is asked for; who read what; and the daily summary of notices.

create table informative_profiles (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  parent_id bigint not null references informative (id) on delete cascade,
  position integer not null,
  profile_id bigint not null references profiles (id)
);
create index informative_profiles_parent_id on informative_profiles (parent_id);
create index informative_profiles_profile_id on informative_profiles (profile_id);
create table informative_client_types (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  parent_id bigint not null references informative (id) on delete cascade,
  position integer not null,
  client_type_id bigint not null references client_types (id)
);
create index informative_client_types_parent_id on informative_client_types (parent_id);
create index informative_client_types_client_type_id on informative_client_types (client_type_id);
alter table informative add column draft boolean not null default false;
alter table informative add column publish_at timestamptz;
alter table informative add column expires_at timestamptz;
alter table informative add column mandatory boolean not null default false;
alter table informative add column read_until date;
alter table informative add column round integer not null default 1;

-- What each person read of the news, and confirmed; a text that must be read again begins another round.
create table informative_readings (
  informative_id bigint not null references informative (id) on delete cascade,
  user_id bigint not null references users (id),
  round integer not null,
  read_at timestamptz not null default now(),
  acknowledged_at timestamptz,
  primary key (informative_id, user_id, round)
);
create index informative_readings_user_id on informative_readings (user_id);

create table notice_digests (
  user_id bigint not null references users (id),
  day date not null,
  primary key (user_id, day)
);

-- Everybody is told of what concerns them: the house's own profiles get it as they start, and those it made here.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select coalesce(max(r.position), 0) from profiles_profile_roles r where r.parent_id = p.id) + n.at, n.role
from profiles p cross join (values (1, 'notices.index'), (2, 'notices.csv'), (3, 'notices.show')) n (at, role)
where p.slug not in ('administrador', 'colaborador', 'cliente')
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id);
