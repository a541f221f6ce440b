-- The month as a whole: notes, boletos and mails of its bills in one act. What was asked for is one line a bill, so that the bills of two
-- acts at once are made once; what is there is asked of notes, boletos and mails themselves.
create table bill_closings (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  name text not null,
  competence text,
  state text not null default 'na-fila',
  rows_done integer,
  rows_total integer,
  empresa_id bigint references empresas (id),
  user_id bigint references users (id),
  finished_at timestamptz,
  error text
);
create index bill_closings_empresa_id on bill_closings (empresa_id);
create index bill_closings_user_id on bill_closings (user_id);

create table bill_closing_items (
  bill_id bigint primary key references bills_to_receive (id),
  closing_id bigint not null references bill_closings (id),
  client_id bigint not null references clients (id),
  wants_note boolean not null,
  wants_slip boolean not null,
  wants_mail boolean not null,
  -- The mail waits until the bank has the boleto, or refuses it.
  awaits_slip boolean not null,
  -- National code of the service of the note.
  service text,
  -- Why it was not made, and where that is cured.
  note_error text,
  note_cure text,
  slip_error text,
  slip_cure text,
  mail_error text,
  -- Mails are forgotten before this is.
  mail_id bigint
);
create index bill_closing_items_closing_id on bill_closing_items (closing_id);
create index bill_closing_items_mail_id on bill_closing_items (mail_id);
create index bill_closing_items_waiting on bill_closing_items (client_id) where wants_mail and mail_id is null and mail_error is null;

alter table service_invoices add column bill_id bigint references bills_to_receive (id);
create index service_invoices_bill_id on service_invoices (bill_id);
-- Notes of service orders are of the bills of the same orders.
update service_invoices n set bill_id = o.bill_id from order_services o where o.invoice_id = n.id and o.bill_id is not null;
