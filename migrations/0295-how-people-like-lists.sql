-- How tall the rows of lists are, and whether single keys act, is a person's own on every machine.
alter table user_menus add column look jsonb not null default '{}';
