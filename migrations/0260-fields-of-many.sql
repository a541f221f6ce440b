-- An act may change fields: what it writes into each of its rows. Each row names the line of history of its change, from which it
-- gets back what was there before.
alter table bulk_acts add column draft text;
alter table bulk_act_rows add column event bigint, add column undone_event bigint;
