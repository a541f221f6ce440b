-- How a client stands with the house.

insert into statuses (name, slug, model) values
  ('Em implantação', 'em-implantacao', 'Client'),
  ('Ativo', 'ativo', 'Client'),
  ('Suspenso', 'suspenso', 'Client'),
  ('Encerrado', 'encerrado', 'Client');
alter table clients add column status_id bigint references statuses (id);
create index clients_status_id on clients (status_id);
