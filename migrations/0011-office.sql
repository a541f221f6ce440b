-- Tickets, tasks, links, pages, bills, settings with fields of their own, and what jobs leave behind.

create table tickets (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  client_id bigint not null references clients (id),
  module_id bigint not null references module_tickets (id),
  type_id bigint not null references ticket_types (id),
  status_id bigint references statuses (id),
  opened_user_id bigint references users (id),
  closed_user_id bigint references users (id),
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index tickets_client_id on tickets (client_id);
create index tickets_module_id on tickets (module_id);
create index tickets_type_id on tickets (type_id);
create index tickets_status_id on tickets (status_id);
create index tickets_opened_user_id on tickets (opened_user_id);
create index tickets_closed_user_id on tickets (closed_user_id);

create table ticket_messages (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  content text not null,
  ticket_id bigint not null references tickets (id),
  parent_id bigint references ticket_messages (id),
  user_id bigint references users (id),
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index ticket_messages_ticket_id on ticket_messages (ticket_id);
create index ticket_messages_parent_id on ticket_messages (parent_id);
create index ticket_messages_user_id on ticket_messages (user_id);

create table tarefas (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  nome text not null,
  slug text not null,
  descricao text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table links_importantes_categorias (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  image text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table links_importantes (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  nome text not null,
  url text not null,
  category_id bigint references links_importantes_categorias (id),
  descricao text,
  abrir_em_nova_aba boolean not null default true,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index links_importantes_category_id on links_importantes (category_id);

create table pages (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  code text,
  slug text not null,
  term text,
  content text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table bills_to_receive (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  client_id bigint not null references clients (id),
  finance_type_id bigint not null references finance_types (id),
  checking_account_id bigint references checking_accounts (id),
  issue_date date not null,
  due_date date not null,
  "order" integer,
  value numeric(15,2) not null,
  percent numeric(5,2),
  discount numeric(15,2),
  fees numeric(15,2),
  tariff numeric(15,2),
  traffic_ticket numeric(15,2),
  billet_number text,
  bar_code text,
  downloaded boolean not null default false,
  downloaded_at timestamptz,
  called_off boolean not null default false,
  called_off_at timestamptz,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index bills_to_receive_client_id on bills_to_receive (client_id);
create index bills_to_receive_finance_type_id on bills_to_receive (finance_type_id);
create index bills_to_receive_checking_account_id on bills_to_receive (checking_account_id);

create table configurations (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table configurations_metas_only_father (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references configurations (id) on delete cascade,
  position integer not null,
  key text not null,
  label text not null,
  type text not null default 'text',
  class text default 'col-12',
  hidden boolean not null default false,
  options text,
  value text,
  active boolean not null default true
);
create index configurations_metas_only_father_parent_id on configurations_metas_only_father (parent_id);

create table configurations_metas_only_father_fields (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references configurations_metas_only_father (id) on delete cascade,
  position integer not null,
  key text not null,
  label text not null,
  type text not null default 'text',
  class text default 'col-12',
  hidden boolean not null default false,
  options text,
  value text,
  active boolean not null default true
);
create index configurations_metas_only_father_fields_parent_id on configurations_metas_only_father_fields (parent_id);

create table module_configurations (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  module_id bigint not null references module_tickets (id),
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index module_configurations_module_id on module_configurations (module_id);

create table module_configurations_metas_only_father (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references module_configurations (id) on delete cascade,
  position integer not null,
  key text not null,
  label text not null,
  type text not null default 'text',
  class text default 'col-12',
  hidden boolean not null default false,
  options text,
  value text,
  active boolean not null default true
);
create index module_configurations_metas_only_father_parent_id on module_configurations_metas_only_father (parent_id);

create table module_configurations_metas_only_father_fields (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references module_configurations_metas_only_father (id) on delete cascade,
  position integer not null,
  key text not null,
  label text not null,
  type text not null default 'text',
  class text default 'col-12',
  hidden boolean not null default false,
  options text,
  value text,
  active boolean not null default true
);
create index module_configurations_metas_only_father_fields_parent_id on module_configurations_metas_only_father_fields (parent_id);

create table imports (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  resource text not null,
  state text not null default 'na-fila',
  rows_done integer,
  rows_total integer,
  empresa_id bigint references empresas (id),
  user_id bigint references users (id),
  finished_at timestamptz,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index imports_empresa_id on imports (empresa_id);
create index imports_user_id on imports (user_id);

create table imports_errors (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references imports (id) on delete cascade,
  position integer not null,
  row integer,
  field text,
  message text,
  active boolean not null default true
);
create index imports_errors_parent_id on imports_errors (parent_id);

create table exports (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  resource text not null,
  format text not null default 'xlsx',
  query text,
  state text not null default 'na-fila',
  rows_done integer,
  rows_total integer,
  empresa_id bigint references empresas (id),
  user_id bigint references users (id),
  finished_at timestamptz,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index exports_empresa_id on exports (empresa_id);
create index exports_user_id on exports (user_id);

create table integration_queues (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  integration text not null,
  state text not null default 'pendente',
  attempts integer,
  next_attempt_at timestamptz,
  client_id bigint references clients (id),
  payload text,
  payload_extras text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index integration_queues_client_id on integration_queues (client_id);

create table integration_queues_logs (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  parent_id bigint not null references integration_queues (id) on delete cascade,
  position integer not null,
  at timestamptz,
  message text,
  active boolean not null default true
);
create index integration_queues_logs_parent_id on integration_queues_logs (parent_id);

insert into links_importantes_categorias (name, slug) values
  ('Anatel', 'anatel'),
  ('Receita Federal', 'receita-federal'),
  ('Conselhos de classe', 'conselhos-de-classe'),
  ('Ferramentas', 'ferramentas');
insert into configurations (name) values ('Prazos e avisos'), ('Certificado e assinatura');
