-- What is in the way between two stations of a link was typed into its profile each time; now it is stored with the link.
create table station_links_obstructions (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  parent_id bigint not null references station_links (id) on delete cascade,
  position integer not null,
  station_1_id bigint not null references stations (id),
  station_2_id bigint not null references stations (id),
  distance numeric(16,6) not null,
  height numeric(13,3) not null,
  ground numeric(13,3)
);
create index station_links_obstructions_parent_id on station_links_obstructions (parent_id);
create index station_links_obstructions_station_1_id on station_links_obstructions (station_1_id);
create index station_links_obstructions_station_2_id on station_links_obstructions (station_2_id);
select count_changes_of('station_links_obstructions');
