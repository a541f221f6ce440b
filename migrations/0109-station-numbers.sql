-- Numbers of stations were free text. What is stored is digits, without zeros before them or what a spreadsheet adds; where a text says
-- that there is none, nothing is. As `stationNumber` and `isNoNumber` read them.
create temporary table read_numbers on commit drop as
select id, client_id, deleted_at, station_number as given,
  case
    when text ~ '^[0\s.,/\\\u2010-\u2015-]*$' then null
    when text ~ '^[^0-9#]+$' and regexp_replace(plain(text), '[^a-z]', '', 'g') in (
      'ni', 'na', 'nc', 'nd', 'sn', 'sno', 'null', 'nulo', 'nenhum', 'naotem', 'naoha', 'naopossui', 'naoconsta', 'naoinformado',
      'naoinformada', 'seminformacao', 'semnumero') then null
    when text ~ '^\d{1,3}[.,]000$' then station_number
    when text ~ '^(\d{1,3}(\.\d{3})+(,0+)?|\d{1,3}(,\d{3})+(\.0+)?|\d{1,3}(\s\d{3})+([.,]0+)?|\d+([.,]0+)?)$'
      and length(digits) between 1 and 20 then digits
    else station_number
  end as number
from (
  select *, ltrim(regexp_replace(
    case when text ~ '^\d{1,3}([.,\s]\d{3})+$' then text else regexp_replace(text, '[.,]0+$', '') end, '\D', '', 'g'), '0') as digits
  from (
    select *, regexp_replace(regexp_replace(station_number, '^\s+|\s+$|[\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'), '^[''’]\s*', '') as text
    from stations where station_number is not null) s) s;

-- Of two of a client that are read as the same number both stay as they are, and are listed among the stations' pendencies, as are
-- those that cannot be read.
delete from read_numbers r where number is not null and deleted_at is null and exists (
  select 1 from read_numbers o
  where o.client_id = r.client_id and o.number = r.number and o.id <> r.id and o.deleted_at is null);

with changed as (
  update stations s set station_number = r.number, version = s.version + 1, updated_at = now()
  from read_numbers r where r.id = s.id and r.number is distinct from r.given
  returning s.id, r.given, r.number
)
insert into audit_events (request_id, event, resource, row_id, changes, reason)
select 'migration-0109', 'stations.update', 'stations', id, json_build_object('station_number', json_build_array(given, number)),
  'Os números de estações passaram a ter uma só forma: algarismos, sem zeros à esquerda.'
from changed;

drop index stations_number_key;
create unique index stations_number_key on stations (client_id, station_number)
  where deleted_at is null and station_number is not null;
drop index stations_station_number_searched;
create index stations_station_number_searched on stations using gin (station_number gin_trgm_ops);
-- Two clients may have the same code of another system: no row of a file is known by it.
drop index clients_external_management;
