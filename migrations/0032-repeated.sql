-- The month a coleta was copied from, while its accesses are still those: 'ago/2026'.

alter table collects add column repeated text;
