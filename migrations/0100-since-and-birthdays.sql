-- Since when the office files for a fistel: the tenure begins on that day, and on the day of registration where none is given.

alter table fistels add column since date;

create or replace function keep_tenure(id bigint, today date) returns void language plpgsql as $$
begin
  -- A statement that puts the client in or out of use at the same moment ends first.
  perform 1 from clients c where c.id = (select f.client_id from fistels f where f.id = keep_tenure.id) for share;
  if exists (
    select 1 from fistels f
    join clients c on c.id = f.client_id
    left join statuses s on s.id = c.status_id
    where f.id = keep_tenure.id and f.active and f.active_anatel is not false
      and c.active and not c.prospect and s.slug is distinct from 'encerrado'
  ) then
    -- Put out and back on one day was a mistake put right.
    update fistel_tenures t set until = null where t.fistel_id = keep_tenure.id and t.until = today;
    -- The day given is that of the first time alone: what was out of use and came back begins on the day it did.
    insert into fistel_tenures (fistel_id, since)
    select f.id, case when exists (select 1 from fistel_tenures t where t.fistel_id = f.id) then today else coalesce(f.since, today) end
    from fistels f
    where f.id = keep_tenure.id
      and not exists (select 1 from fistel_tenures t where t.fistel_id = f.id and t.until is null);
  else
    -- Put in and out on one day it was never in use.
    delete from fistel_tenures t where t.fistel_id = keep_tenure.id and t.until is null and t.since >= today;
    update fistel_tenures t set until = today where t.fistel_id = keep_tenure.id and t.until is null;
  end if;
end
$$;

-- Another day moves the beginning of the first time it was in use, never past the end of it.
create function move_tenure() returns trigger language plpgsql as $$
begin
  update fistel_tenures t
  set since = least(coalesce(new.since, (greatest(new.created_at, (
    select c.created_at from clients c where c.id = new.client_id)) at time zone 'America/Sao_Paulo')::date), t.until)
  where t.fistel_id = new.id and t.since = (select min(o.since) from fistel_tenures o where o.fistel_id = new.id);
  return null;
end
$$;
create trigger keep_tenure_since after update of since on fistels
  for each row when (old.since is distinct from new.since) execute function move_tenure();

-- Birthdays of the team are for all of it: the profile the office began with has them, and the profiles it made are asked, as about whatever a
-- release brings.
insert into profiles_profile_roles (parent_id, position, role)
select p.id, (select coalesce(max(r.position), 0) + 1 from profiles_profile_roles r where r.parent_id = p.id), 'users.upcoming-birthdays'
from profiles p
where p.slug = 'colaborador' and p.deleted_at is null
  and exists (select 1 from profiles_profile_roles r where r.parent_id = p.id)
  and not exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'users.upcoming-birthdays');
update permissions set brought_at = clock_timestamp() where name = 'users.upcoming-birthdays';
