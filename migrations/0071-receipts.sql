-- Receipts dropped by the armful: a drop, and each of its files with what was read in it and what was done with it.

create table receipt_drops (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  name text not null,
  processed boolean not null default false,
  state text not null default 'recebendo',
  rows_done integer,
  rows_total integer,
  empresa_id bigint references empresas (id),
  user_id bigint references users (id),
  finished_at timestamptz,
  error text,
  undone_at timestamptz
);
create index receipt_drops_empresa_id on receipt_drops (empresa_id);
create index receipt_drops_user_id on receipt_drops (user_id);

create table receipts (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  name text not null,
  ext text not null,
  size integer not null,
  sha256 text,
  user_id bigint references users (id),
  drop_id bigint not null references receipt_drops (id),
  state text not null default 'na-fila',
  why text,
  about text,
  address text,
  protocol text,
  settled_at timestamptz,
  settler_id bigint references users (id),
  found text,
  deed text
);
create index receipts_user_id on receipts (user_id);
create index receipts_drop_id on receipts (drop_id);
create index receipts_settler_id on receipts (settler_id);
create index receipts_sha256 on receipts (sha256);
-- Few of many wait to be read or chosen for.
create index receipts_waiting on receipts (drop_id, id) where state in ('na-fila', 'bandeja') and deleted_at is null;

create index receipt_drops_by_created_at on receipt_drops using btree (created_at, id) where deleted_at is null;
create index receipt_drops_name_searched on receipt_drops using gin (plain(name) gin_trgm_ops);
create index receipts_by_created_at on receipts using btree (created_at, id) where deleted_at is null;
create index receipts_name_searched on receipts using gin (plain(name) gin_trgm_ops);
create index receipts_about_searched on receipts using gin (plain(about) gin_trgm_ops);
create index receipts_protocol_searched on receipts using gin (plain(protocol) gin_trgm_ops);

-- Profiles of the house whose people keep receipts drop them, too; the three it begins with are given it at the start.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + added.n, added.role
from profiles p,
  unnest(array['receipt-drops.index', 'receipt-drops.show', 'receipt-drops.soltar', 'receipt-drops.anexar', 'receipt-drops.ler',
    'receipt-drops.desfazer', 'receipt-drops.cancelar', 'receipt-drops.tentar-de-novo', 'receipts.index', 'receipts.show',
    'receipts.bandeja', 'receipts.opcoes', 'receipts.guardar', 'receipts.deixar-de-lado', 'receipts.devolver-a-bandeja',
    'receipts.desfazer'])
    with ordinality added (role, n)
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.audience = 'equipe'
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'collects.recibo');

-- Whoever says of one coleta that it went says it of many.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + added.n, added.role
from profiles p, unnest(array['collects.enviar-mes', 'collects.desfazer-envio-mes']) with ordinality added (role, n)
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.audience = 'equipe'
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'collects.enviar');
