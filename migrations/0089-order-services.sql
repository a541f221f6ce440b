create table order_services (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  client_id bigint not null references clients (id),
  empresa_id bigint references empresas (id),
  vencimento date not null,
  valor_servico numeric(15,2) not null,
  descricao_servico text not null,
  criar_contas_a_receber boolean not null default false,
  gerar_nota_fiscal boolean not null default false,
  gerar_boleto boolean not null default false,
  finance_type_id bigint references finance_types (id),
  servico text,
  checking_account_id bigint references checking_accounts (id),
  bill_id bigint references bills_to_receive (id),
  called_off_at timestamptz
);
create index order_services_client_id on order_services (client_id);
create index order_services_empresa_id on order_services (empresa_id);
create index order_services_finance_type_id on order_services (finance_type_id);
create index order_services_checking_account_id on order_services (checking_account_id);
create index order_services_bill_id on order_services (bill_id);
create index order_services_by_created_at on order_services using btree (created_at, id) where deleted_at is null;
create index order_services_descricao_servico_searched on order_services using gin (plain(descricao_servico) gin_trgm_ops);
