-- Bills are received in parts, made of contracts month by month, and chased: what each is made of, the money that came in for
-- it, what late money costs from which day on, the months that were billed, and what was written to whom about what is due.

create table bills_to_receive_items (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  parent_id bigint not null references bills_to_receive (id) on delete cascade,
  position integer not null,
  name text not null,
  value numeric(15,2) not null
);
create index bills_to_receive_items_parent_id on bills_to_receive_items (parent_id);
create table bill_payments (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  bill_id bigint not null references bills_to_receive (id),
  paid_on date not null,
  value numeric(15,2) not null,
  settled numeric(15,2) not null default 0,
  fine numeric(15,2) not null default 0,
  interest numeric(15,2) not null default 0,
  discount numeric(15,2) not null default 0,
  over numeric(15,2) not null default 0,
  fine_due numeric(15,2) not null default 0,
  interest_due numeric(15,2) not null default 0,
  method text,
  checking_account_id bigint references checking_accounts (id),
  source text not null,
  reference text,
  user_id bigint references users (id),
  reversed_at timestamptz,
  reversed_by_id bigint references users (id),
  reason text,
  check (value > 0 and least(settled, fine, interest, discount, over) >= 0),
  check (value + discount = settled + fine + interest + over)
);
-- What a source says twice counts once.
create unique index bill_payments_source_reference on bill_payments (source, reference);
create index bill_payments_bill_id on bill_payments (bill_id);
create index bill_payments_checking_account_id on bill_payments (checking_account_id);
create index bill_payments_user_id on bill_payments (user_id);
create index bill_payments_reversed_by_id on bill_payments (reversed_by_id);
create table late_charges (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  since date not null,
  fine numeric(5,2) not null,
  interest numeric(5,2) not null
);
create unique index late_charges_since_key on late_charges (since) where deleted_at is null;
alter table bills_to_receive add column received numeric(15,2) not null default 0;
alter table bills_to_receive add column paid_on date;
alter table bills_to_receive add column competence text;
alter table bills_to_receive add column fixed boolean not null default false;
create index bill_payments_by_paid_on on bill_payments using btree (paid_on, id) where deleted_at is null;
create index bill_payments_reference_searched on bill_payments using gin (plain(reference) gin_trgm_ops);

-- Open bills by their day: what is to come, what is late, and what is left of it.
create index bills_to_receive_open on bills_to_receive (due_date, client_id)
  where deleted_at is null and not downloaded and not called_off;
-- A client is billed once for a month.
create unique index bills_to_receive_month on bills_to_receive (client_id, competence)
  where deleted_at is null and not called_off and competence is not null;
create index bills_to_receive_competence on bills_to_receive (competence) where competence is not null;
-- Money of an account, by its days.
create index bill_payments_of_account on bill_payments (checking_account_id, paid_on)
  where deleted_at is null and reversed_at is null;

-- A month billed from the contracts, to be told and undone as one.
create table bill_runs (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  competence text not null,
  user_id bigint references users (id),
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
create index bill_runs_competence on bill_runs (competence);
create index bill_runs_user_id on bill_runs (user_id);
alter table bills_to_receive add column run_id bigint references bill_runs (id);
create index bills_to_receive_run_id on bills_to_receive (run_id);

-- What was written about each bill, once a step; and clients nobody is to write to for a while.
create table bill_dunnings (
  bill_id bigint not null references bills_to_receive (id),
  step text not null,
  recipient text,
  -- The mail it went with; mails are forgotten before this is.
  mail_id bigint,
  sent_at timestamptz not null default now(),
  primary key (bill_id, step)
);
create index bill_dunnings_mail_id on bill_dunnings (mail_id);
create table dunning_pauses (
  client_id bigint primary key references clients (id),
  user_id bigint references users (id),
  reason text,
  created_at timestamptz not null default now()
);
create index dunning_pauses_user_id on dunning_pauses (user_id);

-- Two percent and one a month: what contracts of this kind say, until the house says otherwise.
insert into late_charges (since, fine, interest) values ('2000-01-01', 2, 1);

-- What was settled before payments were told has one, of all of it, on the day it was told.
insert into bill_payments (bill_id, paid_on, value, settled, checking_account_id, source, reference, created_at, updated_at)
select b.id, coalesce((b.downloaded_at at time zone 'America/Sao_Paulo')::date, b.due_date), b.net, b.net, b.checking_account_id,
  'baixa', b.id::text, coalesce(b.downloaded_at, b.updated_at), coalesce(b.downloaded_at, b.updated_at)
from (select *, value + coalesce(fees, 0) + coalesce(tariff, 0) + coalesce(traffic_ticket, 0) - coalesce(discount, 0) as net
  from bills_to_receive) b
where b.downloaded and b.net > 0;
update bills_to_receive set fixed = true where downloaded or called_off;
update bills_to_receive b set received = p.settled, paid_on = p.paid_on from bill_payments p where p.bill_id = b.id;

-- Profiles the house made: who settled bills receives them and takes back what was wrong; who listed them reads what came in;
-- who made them bills a month. The three it begins with are given it at the start.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + row_number() over (partition by p.id), added.role
from profiles p
join (values
  ('bills-to-receive.index', 'bill-payments.index'), ('bills-to-receive.index', 'bill-payments.csv'),
  ('bills-to-receive.index', 'late-charges.index'), ('bills-to-receive.index', 'bills-to-receive.recebimentos'),
  ('bills-to-receive.show', 'bill-payments.show'), ('bills-to-receive.show', 'bills-to-receive.cobranca'),
  ('bills-to-receive.show', 'clients.extrato'), ('bills-to-receive.show', 'clients.extrato.pdf'),
  ('bills-to-receive.baixar', 'bills-to-receive.recebimento'), ('bills-to-receive.baixar', 'bills-to-receive.receber'),
  ('bills-to-receive.reabrir', 'bill-payments.estornar'),
  ('bills-to-receive.store', 'bills-to-receive.faturar.previa'), ('bills-to-receive.store', 'bills-to-receive.faturar'),
  ('bills-to-receive.destroy', 'bills-to-receive.faturar.desfazer')
) added (holding, role) on exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = added.holding)
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.audience = 'equipe' and p.deleted_at is null;
-- Whoever reads the record of their own company reads its bills.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + added.n, added.role
from profiles p, unnest(array['clients.extrato', 'clients.extrato.pdf']) with ordinality added (role, n)
where p.slug <> 'cliente' and p.audience = 'clientes' and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'clients.show');
