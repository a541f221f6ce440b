-- Where people of the house and of clients are found, and the clients each sees: the lines of a client's users from the other side.

create table users_addresses (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references users (id) on delete cascade,
  position integer not null,
  zipcode text,
  address text,
  number text,
  complement text,
  neighborhood text,
  city_id bigint references cities (id),
  address_type_id bigint references address_types (id),
  in_ocean boolean not null default false,
  lat numeric(16,6),
  lng numeric(16,6),
  altitude integer,
  active boolean not null default true
);
create index users_addresses_parent_id on users_addresses (parent_id);
create index users_addresses_city_id on users_addresses (city_id);
create index users_addresses_address_type_id on users_addresses (address_type_id);

create table users_phones (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references users (id) on delete cascade,
  position integer not null,
  responsible text,
  phone text not null,
  types text,
  active boolean not null default true
);
create index users_phones_parent_id on users_phones (parent_id);

create view "users_clientUser" as
  select id, uuid, user_id as parent_id, position, parent_id as client_id, active from clients_client_users l
  where exists (select 1 from clients c where c.id = l.parent_id and c.deleted_at is null);
