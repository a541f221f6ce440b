-- The files that came into a coleta are lines of it: shown with it, and in its history.

alter table collect_takings rename to collects_takings;
alter table collects_takings rename column collect_id to parent_id;
alter table collects_takings
  add column uuid uuid not null default gen_random_uuid() unique,
  add column position integer,
  add column active boolean not null default true;
update collects_takings t set position = place.at - 1
  from (select id, row_number() over (partition by parent_id order by id) as at from collects_takings) place
  where place.id = t.id;
alter table collects_takings alter column position set not null, alter column at drop default;
alter index collect_takings_collect_id rename to collects_takings_parent_id;
alter index collect_takings_user_id rename to collects_takings_user_id;
