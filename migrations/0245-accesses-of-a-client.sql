-- Profiles the office made: who reads the report of a coleta reads the accesses of its client.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + 1, 'clients.acessos'
from profiles p
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'collects.reports');
