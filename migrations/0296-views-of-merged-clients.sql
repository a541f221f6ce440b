-- Views that filtered by the client that went: what each asked before, and what the merge wrote, until it cannot be undone.
alter table client_merges add column views jsonb not null default '[]';
