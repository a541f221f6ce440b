-- Services other than SCM ask less of an access, and clients have a threshold of their own.

alter table collects_locations_accesses
  alter column attendance_type_id drop not null,
  alter column product_type_id drop not null,
  alter column technology_type_id drop not null,
  alter column speed drop not null;

-- Percent of growth or drop from which a coleta asks for a second look; null is the house's.
alter table clients add column variation_percent numeric(12, 2);
