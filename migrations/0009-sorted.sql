-- The clients' list, sorted by any of its columns, reads an index; see bench/api.ts.

create index clients_by_fantasy_name on clients (fantasy_name collate pt_br, id) where deleted_at is null;
create index clients_by_document on clients (document collate pt_br, id) where deleted_at is null;
create index clients_by_created_at on clients (created_at, id) where deleted_at is null;
create index clients_by_updated_at on clients (updated_at, id) where deleted_at is null;
