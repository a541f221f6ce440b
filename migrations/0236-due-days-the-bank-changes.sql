-- A return may change the due day of a boleto: what it was before, for when the reading is undone.
alter table bank_return_lines add column moved_from date;
-- Profiles the office made: who issues the boleto of a bill changes a due day at the bank.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + 1, 'bills-to-receive.mudar-vencimento'
from profiles p
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.audience = 'equipe' and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'bills-to-receive.emitir-boleto');
