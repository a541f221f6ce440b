-- The orders clients are often asked in, and the ways to them by what they point to: of each, the ids in order.

create index clients_by_contract_due_date on clients (contract_due_date, id) where deleted_at is null and not prospect;
create index clients_by_contract_value on clients (contract_value, id) where deleted_at is null and not prospect;
create index clients_by_opening_data on clients (opening_data, id) where deleted_at is null and not prospect;
