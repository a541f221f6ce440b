-- The plain lookups, with the field's real values; `term` is what Anatel's files write.

create table attendance_types (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  term text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

insert into attendance_types (name, slug, term) values
  ('Urbano', 'urbano', 'URBANO'),
  ('Rural', 'rural', 'RURAL');

create table attendance_middles (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  term text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

insert into attendance_middles (name, slug, term) values
  ('Fibra', 'fibra', 'fibra'),
  ('Rádio', 'radio', 'radio'),
  ('Cabo metálico', 'cabo-metalico', 'cabo_metalico'),
  ('Cabo coaxial', 'cabo-coaxial', 'cabo_coaxial'),
  ('Satélite', 'satelite', 'satelite');

create table client_types (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  term text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

insert into client_types (name, slug, term) values
  ('Pessoa física', 'pessoa-fisica', 'PF'),
  ('Pessoa jurídica', 'pessoa-juridica', 'PJ'),
  ('Uso próprio', 'uso-proprio', 'UP');

create table technology_types (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  term text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

insert into technology_types (name, slug, term) values
  ('FTTH', 'ftth', 'FTTH'),
  ('FTTB', 'fttb', 'FTTB'),
  ('Ethernet', 'ethernet', 'ETHERNET'),
  ('Wi-Fi', 'wi-fi', 'Wi-Fi'),
  ('NR', 'nr', 'NR');

create table product_types (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  term text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

insert into product_types (name, slug, term) values
  ('Internet', 'internet', 'internet'),
  ('Linha dedicada', 'linha-dedicada', 'linha_dedicada'),
  ('M2M', 'm2m', 'm2m'),
  ('Outros', 'outros', 'outros');

create table service_types (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  initial text,
  term text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

insert into service_types (name, slug, initial, term) values
  ('Serviço de Comunicação Multimídia', 'servico-de-comunicacao-multimidia', 'SCM', '045'),
  ('Serviço Telefônico Fixo Comutado', 'servico-telefonico-fixo-comutado', 'STFC', '171'),
  ('Serviço de Acesso Condicionado', 'servico-de-acesso-condicionado', 'SeAC', '750'),
  ('Serviço Móvel Pessoal', 'servico-movel-pessoal', 'SMP', '010'),
  ('Serviço Limitado Privado', 'servico-limitado-privado', 'SLP', '019');

create table tax_regimes (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

insert into tax_regimes (name, slug) values
  ('Simples Nacional', 'simples-nacional'),
  ('Lucro Presumido', 'lucro-presumido'),
  ('Lucro Real', 'lucro-real');

create table ticket_types (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

insert into ticket_types (name, slug) values
  ('Dúvida', 'duvida'),
  ('Erro', 'erro'),
  ('Solicitação', 'solicitacao'),
  ('Sugestão', 'sugestao');

create table module_tickets (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

insert into module_tickets (name, slug) values
  ('Coletas', 'coletas'),
  ('Estações', 'estacoes'),
  ('Enlaces', 'enlaces'),
  ('Financeiro', 'financeiro'),
  ('Cadastros', 'cadastros'),
  ('Outro', 'outro');

create table finance_types (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

insert into finance_types (name, slug) values
  ('Mensalidade', 'mensalidade'),
  ('Serviço avulso', 'servico-avulso'),
  ('Taxa da Anatel', 'taxa-da-anatel'),
  ('Reembolso', 'reembolso');

create table station_link_types (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

insert into station_link_types (name, slug) values
  ('Terrestre próprio', 'terrestre-proprio'),
  ('Terrestre contratado', 'terrestre-contratado'),
  ('Satélite', 'satelite');

create table address_types (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

insert into address_types (name, slug) values
  ('Matriz', 'matriz'),
  ('Filial', 'filial'),
  ('Cobrança', 'cobranca'),
  ('Estação', 'estacao');

create table category_clients (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

insert into category_clients (name, slug) values
  ('Provedor', 'provedor'),
  ('Estação', 'estacao'),
  ('Empresa privada', 'empresa-privada'),
  ('Órgão público', 'orgao-publico');

create table informative_categories (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

insert into informative_categories (name, slug) values
  ('Anatel', 'anatel'),
  ('Prazos', 'prazos'),
  ('Sistema', 'sistema'),
  ('Equipe', 'equipe');

create table particularities (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  description text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table client_systems (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  site text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

insert into client_systems (name, slug, site) values
  ('IXC Provedor', 'ixc-provedor', null),
  ('SGP', 'sgp', null),
  ('MK Solutions', 'mk-solutions', null),
  ('Hubsoft', 'hubsoft', null),
  ('Voalle', 'voalle', null),
  ('RBX ISP', 'rbx-isp', null),
  ('MK-AUTH', 'mk-auth', null),
  ('Quaza', 'quaza', null),
  ('Planilha própria', 'planilha-propria', null);

create table plans (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  description text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

insert into plans (name, slug, description) values
  ('Assessoria completa', 'assessoria-completa', 'Coletas, licenciamento, FUST e acompanhamento na Anatel.'),
  ('Somente coletas', 'somente-coletas', 'Envio mensal, semestral e anual.'),
  ('Outorga e licenciamento', 'outorga-e-licenciamento', null);

create table checking_accounts (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  bank integer,
  agency text,
  account text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table statuses (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  model text not null,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create unique index statuses_model_slug_key on statuses (model, slug);

insert into statuses (name, slug, model)
select s.name, s.slug, m.model
from (values ('Em aberto', 'em-aberto'), ('Finalizado', 'finalizado')) s (name, slug),
  unnest(array['Station', 'StationLink', 'StationLinkProperty', 'StationLinkPropertyConnection', 'Collect', 'Ticket']) m (model);

-- Filled at start from IBGE's list of municipalities.
create table cities (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  label text not null,
  name text not null,
  name_state text not null,
  ibge integer not null,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index cities_ibge_key on cities (ibge);
create index cities_label on cities using gin (plain(label) gin_trgm_ops);
