-- Profiles the office made: who reads the history of a client reads its timeline.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + 1, 'clients.linha-do-tempo'
from profiles p
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.audience = 'equipe' and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'clients.historico');
