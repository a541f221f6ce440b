-- Profiles the office made: who reads the workload of the team reads that of one person, who reads the history of people reads what
-- they did, and who changes people sees where they are signed in. Each of them opens a person.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + row_number() over (partition by p.id order by added.n), added.role
from profiles p
join unnest(array['users.trabalho', 'users.atos', 'users.acessos'], array['people.carga', 'users.historico', 'users.update'])
  with ordinality added (role, needs, n)
  on exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = added.needs)
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.audience = 'equipe' and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'users.show');
