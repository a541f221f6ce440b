-- Why somebody changed something, when they cared to say.

alter table audit_events add column reason text;
