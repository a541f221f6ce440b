-- A client's papers: each a file by the hash of its bytes, with its type and how long it is good for.

create table document_types (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  slug text not null,
  required boolean not null default false,
  warn_days integer not null default 30,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table documents (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  ext text not null,
  size integer not null,
  sha256 text not null,
  user_id bigint references users (id),
  client_id bigint not null references clients (id),
  document_type_id bigint references document_types (id),
  valid_until date,
  note text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index documents_user_id on documents (user_id);
create index documents_client_id on documents (client_id);
create index documents_document_type_id on documents (document_type_id);

-- The same paper is kept once for a client.
create unique index documents_client_id_sha256 on documents (client_id, sha256) where deleted_at is null;

insert into document_types (name, slug, required, warn_days) values
  ('Contrato social', 'contrato-social', true, 30),
  ('Cartão CNPJ', 'cartao-cnpj', true, 30),
  ('Procuração', 'procuracao', true, 30),
  ('Contrato de prestação de serviços', 'contrato-de-prestacao-de-servicos', true, 60),
  ('Documento do representante', 'documento-do-representante', false, 30),
  ('Comprovante de endereço', 'comprovante-de-endereco', false, 15),
  ('ART ou TRT', 'art-ou-trt', false, 30),
  ('Autorização da Anatel', 'autorizacao-da-anatel', false, 90),
  ('Contrato de compartilhamento', 'contrato-de-compartilhamento', false, 60);
