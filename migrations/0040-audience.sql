-- Whom an informative is for. What was written before was read by everybody: from now on it is the team's, until someone says otherwise.

alter table informative
  add column audience text not null default 'equipe' check (audience in ('equipe', 'clientes', 'todos')),
  add column empresa_id bigint references empresas (id);
create index informative_empresa_id on informative (empresa_id);
