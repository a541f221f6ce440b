-- Deleting a row asks who refers to it: every reference is found by an index.

create index clients_tax_regime_id on clients (tax_regime_id);
create index clients_category_client_id on clients (category_client_id);
create index clients_client_system_id on clients (client_system_id);
create index clients_plan_id on clients (plan_id);
create index clients_addresses_city_id on clients_addresses (city_id);
create index clients_addresses_address_type_id on clients_addresses (address_type_id);
create index fistels_service_type_id on fistels (service_type_id);
create index collects_service_type_id on collects (service_type_id);
create index collects_status_id on collects (status_id);
create index collects_locations_city_id on collects_locations (city_id);
create index collects_finances_tax_regime_id on collects_finances (tax_regime_id);
