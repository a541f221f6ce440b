-- What a company outside the Simples Nacional declares of IBS and CBS, and what it knows of its town.
alter table empresas
  add column municipio_ativo text,
  add column apuracao_ibs_cbs text;
alter table empresas_servicos
  add column indicador_operacao text,
  add column cst text,
  add column classificacao_tributaria text;

-- A note takes the place of another: each knows the other, and a note has one successor at a time.
alter table service_invoices
  add column replaces_id bigint references service_invoices (id),
  add column replaced_by_id bigint references service_invoices (id);
create unique index service_invoices_replaces_id on service_invoices (replaces_id) where state <> 'cancelada';
create index service_invoices_replaced_by_id on service_invoices (replaced_by_id);
