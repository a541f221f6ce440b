-- Rows of a file may be added to what a coleta has. `added` tells such a file from one whose rows took the place of all others. `marks`
-- holds six bytes of each contract or record that came in, so that what is sent twice is recognised; null of files taken before.
alter table collects_takings add column added boolean not null default false, add column marks bytea;
