-- Remittances to the bank: which accounts register their boletos so, each file that was made, and each boleto in it with what the bank
-- is asked to do with it.
alter table checking_accounts
  add column remits_since timestamptz,
  add column transmission_code text,
  add column next_remittance integer not null default 1 check (next_remittance > 0);

create table bank_remittances (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  name text not null,
  checking_account_id bigint not null references checking_accounts (id),
  empresa_id bigint references empresas (id),
  number integer not null,
  user_id bigint references users (id),
  made_at timestamptz,
  size integer,
  orders integer not null,
  value numeric(15,2) not null default 0,
  undone_at timestamptz,
  undone_by_id bigint references users (id),
  reason text,
  sha256 text
);
create index bank_remittances_checking_account_id on bank_remittances (checking_account_id);
create index bank_remittances_empresa_id on bank_remittances (empresa_id);
create index bank_remittances_user_id on bank_remittances (user_id);
create index bank_remittances_undone_by_id on bank_remittances (undone_by_id);
select count_changes_of('bank_remittances');
create table bank_remittance_orders (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  bank_remittance_id bigint not null references bank_remittances (id),
  at integer,
  movement text not null default '01',
  number text,
  bill_id bigint references bills_to_receive (id),
  slip_id bigint references bill_slips (id),
  due_date date,
  value numeric(15,2),
  undone boolean not null default false
);
create index bank_remittance_orders_bank_remittance_id on bank_remittance_orders (bank_remittance_id);
create index bank_remittance_orders_bill_id on bank_remittance_orders (bill_id);
select count_changes_of('bank_remittance_orders');
create index bank_remittances_by_made_at on bank_remittances using btree (made_at desc nulls last, id desc) where deleted_at is null;
create index bank_remittances_name_searched on bank_remittances using gin (plain(name) gin_trgm_ops);
create index bank_remittance_orders_by_at on bank_remittance_orders using btree (at, id) where deleted_at is null;
create index bank_remittance_orders_number_searched on bank_remittance_orders using gin (plain(number) gin_trgm_ops);
create index bank_remittance_orders_movement_searched on bank_remittance_orders using gin (plain(movement) gin_trgm_ops);
-- A number is used once, and a boleto is in one file in force for what is asked of it: a due day alone may change again.
create unique index bank_remittances_numbered on bank_remittances (checking_account_id, number);
create unique index bank_remittance_orders_in_force on bank_remittance_orders (slip_id, movement) where not undone and movement in ('01', '02');
create index bank_remittance_orders_slip_id on bank_remittance_orders (slip_id, movement) where not undone;

-- Profiles the office made: who reads the bank's returns sees what is sent to it, and who applies them makes remittances.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + row_number() over (partition by p.id), added.role
from profiles p
join (values
  ('bank-returns.index', 'bank-remittances.index'), ('bank-returns.show', 'bank-remittances.show'),
  ('bank-returns.original', 'bank-remittances.original'), ('bank-return-lines.index', 'bank-remittance-orders.index'),
  ('bank-return-lines.show', 'bank-remittance-orders.show'), ('bank-returns.index', 'bank-remittances.esperam'),
  ('bank-returns.index', 'bank-remittances.previa'), ('bills-to-receive.retorno.aplicar', 'bank-remittances.gerar'),
  ('bills-to-receive.retorno.aplicar', 'bank-remittances.desfazer')
) added (holding, role) on exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = added.holding)
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.audience = 'equipe' and p.deleted_at is null;
