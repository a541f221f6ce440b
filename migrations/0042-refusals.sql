-- What happens often is counted in one line of history instead of a line each: refused sign-ins, by hour, person and address.
alter table audit_events add column tally text;
alter table audit_events add column tallied integer not null default 1;
create unique index audit_events_tally on audit_events (tally) where tally is not null;
