-- A return of the bank stays whole: its file, each of its lines with what became of it, and whether its reading was undone.
-- Money of a line that belongs to no bill waits until somebody places it, sends it back or explains it.

alter table bank_returns
  add column active boolean not null default true,
  add column version integer not null default 1,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column deleted_at timestamptz,
  add column empresa_id bigint references empresas (id),
  add column created_on date,
  add column sequence integer,
  add column size integer,
  add column fees numeric(15,2) not null default 0,
  add column notes text,
  add column undone_at timestamptz,
  add column undone_by_id bigint references users (id),
  add column reason text;
update bank_returns r set created_at = r.applied_at, updated_at = r.applied_at, empresa_id = a.empresa_id
from checking_accounts a where a.id = r.checking_account_id;
create index bank_returns_empresa_id on bank_returns (empresa_id);
-- The bytes of files applied so far were not stored.
alter table bank_returns alter column sha256 drop not null;
alter table bank_returns alter column applied_at drop not null, alter column applied_at drop default;
alter table bank_returns alter column received set default 0;
update bank_returns set sha256 = null;
create index bank_returns_undone_by_id on bank_returns (undone_by_id);
create index bank_returns_sha256 on bank_returns (sha256);
create index bank_returns_by_applied_at on bank_returns using btree (applied_at desc nulls last, id desc) where deleted_at is null;
create index bank_returns_name_searched on bank_returns using gin (plain(name) gin_trgm_ops);

alter table bank_return_lines rename column return_id to bank_return_id;
alter index bank_return_lines_return_id rename to bank_return_lines_bank_return_id;
alter table bank_return_lines drop constraint bank_return_lines_pkey;
alter table bank_return_lines alter column slip_id drop not null;
alter table bank_return_lines
  add column id bigint generated always as identity primary key,
  add column uuid uuid not null default gen_random_uuid() unique,
  add column active boolean not null default true,
  add column version integer not null default 1,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column deleted_at timestamptz,
  add column checking_account_id bigint references checking_accounts (id),
  -- Of its segment T in the file, from 1.
  add column at integer,
  add column state text not null default 'aplicada',
  add column verdict text,
  add column said text,
  add column note text,
  add column number text,
  add column document text,
  add column payer text,
  add column payer_name text,
  add column occurred_on date,
  add column credited_on date,
  add column value numeric(15,2),
  add column paid numeric(15,2),
  add column interest numeric(15,2) not null default 0,
  add column discount numeric(15,2) not null default 0,
  add column fee numeric(15,2) not null default 0,
  add column bill_id bigint references bills_to_receive (id),
  add column payment_id bigint references bill_payments (id),
  add column returned_on date,
  add column reason text,
  add column settler_id bigint references users (id),
  add column settled_at timestamptz;
-- What is known of lines applied so far: a reference is account, number, movement, day, cents and how many before it are the same.
update bank_return_lines l
set checking_account_id = r.checking_account_id,
  verdict = case split_part(l.reference, '/', 3)
    when '02' then 'registra' when '03' then 'recusa' when '06' then 'recebe' when '17' then 'recebe' else 'baixa' end,
  number = s.shown, bill_id = s.bill_id, value = s.value,
  occurred_on = split_part(l.reference, '/', 4)::date,
  paid = nullif(split_part(l.reference, '/', 5), '0')::numeric / 100,
  created_at = r.applied_at, updated_at = r.applied_at
from bank_returns r, bill_slips s
where r.id = l.bank_return_id and s.id = l.slip_id;
update bank_return_lines l set payment_id = p.id
from bill_payments p where p.source = 'retorno' and p.reference = l.reference;
-- What a payment taken back had brought may be read again.
update bank_return_lines l set state = 'espera', note = 'O recebimento foi estornado.'
from bill_payments p where p.id = l.payment_id and p.reversed_at is not null;
alter table bank_return_lines
  alter column checking_account_id set not null,
  alter column verdict set not null,
  alter column verdict set default 'informa',
  alter column state set default 'informa';
-- The same thing is in force once; readings that were undone, or that met it a second time, do not count.
create unique index bank_return_lines_in_force on bank_return_lines (reference)
  where state in ('espera', 'aplicada', 'colocada', 'devolvida', 'explicada');
create index bank_return_lines_reference on bank_return_lines (reference);
create index bank_return_lines_checking_account_id on bank_return_lines (checking_account_id);
create index bank_return_lines_bill_id on bank_return_lines (bill_id);
create index bank_return_lines_payment_id on bank_return_lines (payment_id);
create index bank_return_lines_settler_id on bank_return_lines (settler_id);
create index bank_return_lines_by_occurred_on on bank_return_lines using btree (occurred_on desc nulls last, id desc) where deleted_at is null;
create index bank_return_lines_said_searched on bank_return_lines using gin (plain(said) gin_trgm_ops);
create index bank_return_lines_number_searched on bank_return_lines using gin (plain(number) gin_trgm_ops);
create index bank_return_lines_payer_name_searched on bank_return_lines using gin (plain(payer_name) gin_trgm_ops);
-- Few of many wait.
create index bank_return_lines_waiting on bank_return_lines (id) where state = 'espera' and deleted_at is null;

-- A payment that was taken back frees what its bank called it.
drop index bill_payments_source_reference;
create unique index bill_payments_source_reference on bill_payments (source, reference) where reversed_at is null or source <> 'retorno';

-- Profiles made here: who applied returns places the money they leave over, and undoes a reading.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + row_number() over (partition by p.id), added.role
from profiles p
join (values
  ('bills-to-receive.retorno', 'bank-returns.index'), ('bills-to-receive.retorno', 'bank-returns.show'),
  ('bills-to-receive.retorno', 'bank-returns.original'), ('bills-to-receive.retorno', 'bank-return-lines.index'),
  ('bills-to-receive.retorno', 'bank-return-lines.show'), ('bills-to-receive.retorno', 'bank-return-lines.esperam'),
  ('bills-to-receive.retorno.aplicar', 'bank-return-lines.propostas'),
  ('bills-to-receive.retorno.aplicar', 'bank-return-lines.colocar'),
  ('bills-to-receive.retorno.aplicar', 'bank-return-lines.devolver'),
  ('bills-to-receive.retorno.aplicar', 'bank-return-lines.explicar'),
  ('bill-payments.estornar', 'bank-return-lines.reabrir'), ('bill-payments.estornar', 'bank-returns.desfazer')
) added (holding, role) on exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = added.holding)
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.audience = 'equipe' and p.deleted_at is null;
delete from profiles_profile_roles where role = 'bills-to-receive.retorno';
