-- Boletos: what an account of the house needs to number them, each that was issued, and the bank's return files.

alter table checking_accounts add column empresa_id bigint references empresas (id);
create index checking_accounts_empresa_id on checking_accounts (empresa_id);
alter table checking_accounts add column agency_digit text;
alter table checking_accounts add column account_digit text;
alter table checking_accounts add column wallet text;
alter table checking_accounts add column agreement text;
alter table checking_accounts add column address text;
alter table checking_accounts add column next_number integer not null default 1 check (next_number > 0);
alter table checking_accounts add column fine_percent numeric(5,2);
alter table checking_accounts add column interest_percent numeric(5,2);
alter table checking_accounts add column instructions text;
alter table checking_accounts add column pix_kind text;
alter table checking_accounts add column pix_key text;

-- Whose an account is can be told where there is one company alone.
update checking_accounts set empresa_id = (select min(id) from empresas where deleted_at is null)
where (select count(*) from empresas where deleted_at is null) = 1;

create table bill_slips (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  bill_id bigint not null references bills_to_receive (id),
  checking_account_id bigint not null references checking_accounts (id),
  -- Nosso número without its check digit, and as it is printed.
  number bigint not null check (number > 0),
  shown text not null,
  bars text not null unique check (bars ~ '^\d{44}$'),
  due_date date not null,
  value numeric(15,2) not null check (value > 0),
  user_id bigint references users (id),
  issued_at timestamptz not null default now(),
  -- What the bank answered.
  registered_at timestamptz,
  refused_at timestamptz,
  refusal text,
  cancelled_at timestamptz,
  cancelled_by_id bigint references users (id)
);
create unique index bill_slips_number on bill_slips (checking_account_id, number);
create unique index bill_slips_live on bill_slips (bill_id) where cancelled_at is null;
create index bill_slips_bill_id on bill_slips (bill_id);
create index bill_slips_user_id on bill_slips (user_id);
create index bill_slips_cancelled_by_id on bill_slips (cancelled_by_id);

-- Return files that were applied, and each line of theirs that said something of a boleto of ours, once.
create table bank_returns (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  sha256 text not null,
  checking_account_id bigint not null references checking_accounts (id),
  user_id bigint references users (id),
  applied_at timestamptz not null default now(),
  lines integer not null,
  applied integer not null,
  received numeric(15,2) not null
);
create index bank_returns_checking_account_id on bank_returns (checking_account_id, id);
create index bank_returns_user_id on bank_returns (user_id);
create table bank_return_lines (
  reference text primary key,
  return_id bigint not null references bank_returns (id),
  slip_id bigint not null references bill_slips (id)
);
create index bank_return_lines_return_id on bank_return_lines (return_id);
create index bank_return_lines_slip_id on bank_return_lines (slip_id);

-- Profiles the house made: who reads bills takes their boletos away, who changes them issues and cancels, who settles them reads
-- what the bank returned. The three it begins with are given it at the start.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + row_number() over (partition by p.id), added.role
from profiles p
join (values
  ('bills-to-receive.show', 'bills-to-receive.pagamento'), ('bills-to-receive.show', 'bills-to-receive.boleto'),
  ('bills-to-receive.update', 'bills-to-receive.emitir-boleto'), ('bills-to-receive.update', 'bills-to-receive.cancelar-boleto'),
  ('bills-to-receive.baixar', 'bills-to-receive.retorno'), ('bills-to-receive.baixar', 'bills-to-receive.retorno.previa'),
  ('bills-to-receive.baixar', 'bills-to-receive.retorno.aplicar'), ('bills-to-receive.csv', 'bills-to-receive.boletos')
) added (holding, role) on exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = added.holding)
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.audience = 'equipe' and p.deleted_at is null;
-- Whoever reads the record of their own company may pay what it owes.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + added.n, added.role
from profiles p, unnest(array['bills-to-receive.pagamento', 'bills-to-receive.boleto']) with ordinality added (role, n)
where p.slug <> 'cliente' and p.audience = 'clientes' and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'clients.show');
