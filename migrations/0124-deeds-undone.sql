-- Whoever takes a step with a coleta takes it back; whoever copies many takes those back. The three profiles an installation
-- begins with are given it at the start.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + 1, 'collects.desfazer'
from profiles p
where p.slug not in ('administrador', 'colaborador', 'cliente')
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id
    and r.role in ('collects.finalizar', 'collects.copiar-anterior'));

insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + 1, 'collects.desfazer-copia-mes'
from profiles p
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.audience = 'equipe'
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'collects.copiar-mes');
