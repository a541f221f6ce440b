-- The accesses of a municipality go by the name the specification gives them; what was kept of them under the old one is kept.

alter table collects_locations_accesses rename to collects_locations_accesses_ordered;
alter index collects_locations_accesses_parent_id rename to collects_locations_accesses_ordered_parent_id;

-- As it came, so with or without the space.
update collect_drafts
set work = regexp_replace(work::text, '"accesses":( ?)\[', '"accesses_ordered":\1[', 'g')::json
where work::text like '%"accesses":%';
update audit_events set changes = replace(changes::text, '"accesses": [', '"accesses_ordered": [')::jsonb
where resource = 'collects' and changes ? 'locations';
