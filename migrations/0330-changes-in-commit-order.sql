-- The history in the order in which transactions end: an id is taken before its transaction commits, so that a reader who follows ids
-- would pass by a line that is committed later. What is below the oldest transaction still running (pg_snapshot_xmin) is complete.
-- Lines of before have no transaction: a reader of changes begins after them.
alter table audit_events add column xid xid8;
alter table audit_events alter column xid set default pg_current_xact_id();
create index audit_events_xid on audit_events (xid, id) where xid is not null;
