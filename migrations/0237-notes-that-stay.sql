-- A cancelled order whose note stays: who decided that, when and why.
alter table order_services add column note_waived_at timestamptz;
alter table order_services add column note_waived_by_id bigint references users (id);
alter table order_services add column note_waived_reason text;
create index order_services_note_waived_by_id on order_services (note_waived_by_id);
-- Profiles the office made: who cancels orders and notes may let a note stay.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + 1, 'order-services.dispensar-nota'
from profiles p
where p.slug not in ('administrador', 'colaborador', 'cliente') and p.audience = 'equipe' and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'order-services.show')
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'service-invoices.cancelar');
