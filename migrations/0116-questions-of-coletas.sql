-- A question to the client about a coleta is a ticket of that coleta: it is open until somebody of the office ends it.

alter table tickets add column question boolean not null default false;
create index tickets_questions on tickets (collect_id) where question and deleted_at is null;

-- Profiles made here: who gives a coleta back to its client says why.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + 1, 'collects.perguntar'
from profiles p
where exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'collects.devolver-ao-cliente')
  and p.slug not in ('administrador', 'colaborador', 'cliente') and p.audience = 'equipe' and p.deleted_at is null;
