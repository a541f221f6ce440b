-- A line that goes takes its own lines with it: a coleta saved without a municipality loses that municipality's accesses.

alter table collects_locations_accesses
  drop constraint collects_locations_accesses_parent_id_fkey,
  add constraint collects_locations_accesses_parent_id_fkey
    foreign key (parent_id) references collects_locations (id) on delete cascade;
