-- The orders long lists are asked in besides their own; and the names of clients, deleted or not, by which what is theirs is ordered.

create index clients_by_contract_due_date on clients (contract_due_date, id) where deleted_at is null and not prospect;
create index clients_by_contract_value on clients (contract_value, id) where deleted_at is null and not prospect;
create index clients_by_opening_data on clients (opening_data, id) where deleted_at is null and not prospect;
create index clients_empresa_responsavel_id on clients (empresa_responsavel_id, id) include (deleted_at, prospect);
create index clients_names on clients (name collate pt_br, id);
create index users_names on users (name collate pt_br, id);

-- What clients point to: of each, its clients in their order, without looking at them.
do $$
declare
  each text;
begin
  foreach each in array array['tax_regime', 'category_client', 'client_system', 'plan', 'status', 'client_type', 'consultancy_type', 'responsible'] loop
    execute format('drop index clients_%s_id', each);
    execute format('create index clients_%1$s_id on clients (%1$s_id, id) include (deleted_at, prospect)', each);
  end loop;
end
$$;
