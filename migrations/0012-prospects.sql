-- A prospect is a client before the contract: the same row, told apart by one column.

alter table clients add column prospect boolean not null default false;
create index clients_prospects on clients (name collate pt_br, id) where prospect and deleted_at is null;
