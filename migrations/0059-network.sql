-- What a licence says of a station, frequency by frequency, and what the yearly file of infrastructure asks of it.
alter table stations add column station_type text;
alter table stations add column opening text;
alter table stations add column act text;
alter table stations add column station_class text;
alter table stations add column structure text;
alter table stations add column structure_shared boolean not null default false;
alter table stations add column first_licensed_on date;
alter table stations add column licensed_on date;
alter table stations add column valid_until date;
update stations set station_type = 'virtual' where is_virtual;

create table stations_transmissions (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  parent_id bigint not null references stations (id) on delete cascade,
  position integer not null,
  frequency_tx numeric(16,6),
  frequency_rx numeric(16,6),
  emission text,
  antenna_code text,
  antenna_height numeric(12,2),
  azimuth numeric(12,2),
  elevation numeric(12,2),
  antenna_gain numeric(12,2),
  beam_width numeric(12,2),
  front_back numeric(12,2),
  polarization text,
  transmitter_code text,
  power numeric(14,4)
);
create index stations_transmissions_parent_id on stations_transmissions (parent_id);

-- A number is one client's once. Where it stood twice, the oldest keeps it and the others say so; 0 is no number.
with twins as (
  select id, station_number, row_number() over (partition by client_id, station_number order by id) as nth
  from stations where deleted_at is null and station_number !~ '^0*$'
)
update stations s set
  station_number = null,
  observations = concat_ws(e'\n', s.observations, 'O número ' || t.station_number || ' já era de outra estação do cliente, e foi retirado desta.'),
  version = s.version + 1, updated_at = now()
from twins t where t.id = s.id and t.nth > 1;
create unique index stations_number_key on stations (client_id, station_number)
  where deleted_at is null and station_number !~ '^0*$';

-- Capacities were kept in Mbps; the regulator asks for Gbps (Despacho Decisório 6/2021/SUE).
drop view station_link_properties_connections;
alter table station_link_property_connections alter column capacity type numeric(16,6) using capacity / 1000;
create view station_link_properties_connections as
  select id, uuid, station_link_property_id as parent_id, id as position,
    station_1_id, station_2_id, attendance_middle_id, capacity, "exists", swap, active
  from station_link_property_connections where deleted_at is null;
