-- A paper by which what was done of an obligation was refused is of that obligation: its client, what it is and its period, as one key.
alter table receipts add column refused_duty text;
create index receipts_refused_duty on receipts (refused_duty) where deleted_at is null;
