-- The list of clients by name, with what it is narrowed by and searched for: a page in the middle of those that are left is counted off in the
-- index alone, where each client that stands before it was read from its own place in the table.
drop index clients_by_name;
create index clients_by_name on clients (name collate pt_br, id)
  include (fantasy_name, document, tax_regime_id, category_client_id, client_system_id, plan_id, status_id, client_type_id, empresa_responsavel_id,
    responsible_id, consultancy_type_id, validated, station_045, other_anatel_debts, active, contract_due_date, opening_data, contract_value, created_at)
  where deleted_at is null and not prospect;
