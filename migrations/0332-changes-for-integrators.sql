-- Profiles the office made: who sees the integrations follows what changed, of what they may read.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + 1, 'changes.index'
from profiles p
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'integrations.index');
