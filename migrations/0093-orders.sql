-- The orders long lists are asked in besides their own; and the names of clients, deleted or not, by which what is theirs is ordered.

create index clients_by_contract_due_date on clients (contract_due_date, id) where deleted_at is null and not prospect;
create index clients_by_contract_value on clients (contract_value, id) where deleted_at is null and not prospect;
create index clients_by_opening_data on clients (opening_data, id) where deleted_at is null and not prospect;
create index clients_names on clients (name collate pt_br, id);
