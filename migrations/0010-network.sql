-- Stations and the links between them.

create table stations (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  client_id bigint not null references clients (id),
  fistel_id bigint references fistels (id),
  station_number text,
  attendance_middle_id bigint references attendance_middles (id),
  technology_type_id bigint references technology_types (id),
  status_id bigint references statuses (id),
  is_link boolean not null default false,
  is_virtual boolean not null default false,
  observations text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index stations_client_id on stations (client_id);
create index stations_fistel_id on stations (fistel_id);
create index stations_attendance_middle_id on stations (attendance_middle_id);
create index stations_technology_type_id on stations (technology_type_id);
create index stations_status_id on stations (status_id);

create table stations_address (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references stations (id) on delete cascade,
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
create index stations_address_parent_id on stations_address (parent_id);
create index stations_address_city_id on stations_address (city_id);
create index stations_address_address_type_id on stations_address (address_type_id);

create table stations_client_shared_stations (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references stations (id) on delete cascade,
  position integer not null,
  client_id bigint not null references clients (id),
  active boolean not null default true
);
create index stations_client_shared_stations_parent_id on stations_client_shared_stations (parent_id);
create index stations_client_shared_stations_client_id on stations_client_shared_stations (client_id);

create table station_links (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  client_id bigint not null references clients (id),
  shared_client_id bigint references clients (id),
  station_link_type_id bigint references station_link_types (id),
  attendance_middle_id bigint references attendance_middles (id),
  status_id bigint references statuses (id),
  own_link boolean not null default true,
  create_anyway boolean not null default false,
  observations text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index station_links_client_id on station_links (client_id);
create index station_links_shared_client_id on station_links (shared_client_id);
create index station_links_station_link_type_id on station_links (station_link_type_id);
create index station_links_attendance_middle_id on station_links (attendance_middle_id);
create index station_links_status_id on station_links (status_id);

create table station_links_stations (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references station_links (id) on delete cascade,
  position integer not null,
  station_id bigint not null references stations (id),
  active boolean not null default true
);
create index station_links_stations_parent_id on station_links_stations (parent_id);
create index station_links_stations_station_id on station_links_stations (station_id);

create table station_link_properties (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  station_link_id bigint not null references station_links (id),
  slp_id text,
  status_id bigint references statuses (id),
  status_closed boolean not null default false,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index station_link_properties_station_link_id on station_link_properties (station_link_id);
create index station_link_properties_status_id on station_link_properties (status_id);

create table station_link_property_connections (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  station_link_property_id bigint not null references station_link_properties (id),
  station_1_id bigint not null references stations (id),
  station_2_id bigint not null references stations (id),
  attendance_middle_id bigint references attendance_middles (id),
  capacity numeric(13,3),
  exists boolean not null default false,
  swap boolean not null default false,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index station_link_property_connections_station_link_property_id on station_link_property_connections (station_link_property_id);
create index station_link_property_connections_station_1_id on station_link_property_connections (station_1_id);
create index station_link_property_connections_station_2_id on station_link_property_connections (station_2_id);
create index station_link_property_connections_attendance_middle_id on station_link_property_connections (attendance_middle_id);

