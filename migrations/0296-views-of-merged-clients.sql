-- Views that filtered by the client that went: its search before, and the one the merge wrote, until it cannot be undone.
alter table client_merges add column views jsonb not null default '[]';
