-- Profiles the office made: who sees the chores of the system sees what in it wants attention.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + 1, 'sistema.index'
from profiles p
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.audience = 'equipe' and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'manutencao.index');
