-- What imports know rows by, and no list is sorted by: a file of twenty thousand rows asks for each of its own by the index.
create index clients_external_management on clients (client_external_management_id)
  where deleted_at is null and client_external_management_id is not null;
create index stations_number on stations (station_number) where deleted_at is null and station_number is not null;
