-- Whom a profile is for: people of the house see every client of their company, those of clients what they are linked to.
-- Until now two names alone made somebody of the house; whoever had another profile saw as a client does, and goes on so.

alter table profiles add column audience text not null default 'clientes' check (audience in ('equipe', 'clientes'));
update profiles set audience = 'equipe' where is_admin or slug in ('administrador', 'colaborador');
alter table profiles add constraint profiles_admin_of_the_house check (not is_admin or audience = 'equipe');
