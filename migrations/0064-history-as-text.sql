-- What was changed is written whole and read whole, and nothing is looked for inside it: to take a hundred thousand lines of a coleta
-- apart for that took as long as to write them.
alter table audit_events alter column changes type json using changes::json;
