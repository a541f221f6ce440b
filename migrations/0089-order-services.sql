-- Service orders: what was asked for, and the bill and the invoice it brought about; where those stand is read of them.

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
  invoice_id bigint references service_invoices (id),
  called_off_at timestamptz
);
create index order_services_client_id on order_services (client_id);
create index order_services_empresa_id on order_services (empresa_id);
create index order_services_finance_type_id on order_services (finance_type_id);
create index order_services_checking_account_id on order_services (checking_account_id);
-- What an order brought about is no other's.
create unique index order_services_bill_id on order_services (bill_id);
create unique index order_services_invoice_id on order_services (invoice_id);
create index order_services_by_created_at on order_services using btree (created_at, id) where deleted_at is null;
create index order_services_descricao_servico_searched on order_services using gin (plain(descricao_servico) gin_trgm_ops);

-- Profiles the house made: who reads bills reads orders and takes their papers away, who makes bills makes orders, who calls bills off
-- calls orders off; people of clients who read their own company read theirs. The three it begins with are given it at the start.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + row_number() over (partition by p.id), added.role
from profiles p
join (values
  ('bills-to-receive.index', 'clients.order-services'), ('bills-to-receive.index', 'order-services.index'),
  ('bills-to-receive.csv', 'order-services.csv'), ('bills-to-receive.show', 'order-services.show'),
  ('bills-to-receive.show', 'order-services.cancelamento'), ('bills-to-receive.show', 'order-services.nota-fiscal-url'),
  ('bills-to-receive.show', 'order-services.nota-fiscal'), ('bills-to-receive.show', 'order-services.boleto-url'),
  ('bills-to-receive.show', 'order-services.boleto'), ('bills-to-receive.store', 'clients.order-services.store'),
  ('bills-to-receive.store', 'clients.order-services.previa'), ('bills-to-receive.cancelar', 'order-services.cancelar')
) added (holding, role) on exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = added.holding)
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.audience = 'equipe' and p.deleted_at is null;
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + added.n, added.role
from profiles p, unnest(array['clients.order-services', 'order-services.index', 'order-services.show', 'order-services.nota-fiscal-url',
  'order-services.nota-fiscal', 'order-services.boleto-url', 'order-services.boleto']) with ordinality added (role, n)
where p.slug <> 'cliente' and p.audience = 'clientes' and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'clients.show');
