-- Looking after the system is work of the office: profiles of clients that were given its permissions lose them.
delete from profiles_profile_roles r using profiles p
where p.id = r.parent_id and p.audience = 'clientes' and r.role in ('manutencao.index', 'manutencao.executar');
