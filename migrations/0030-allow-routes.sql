-- What a profile may do as one text: every request asks it, and four hundred rows at a time cost more than most answers.
-- The triggers keep it whoever changes the rows.

alter table profiles add column allow_routes json not null default '[]';

create function keep_allow_routes() returns trigger language plpgsql as $$
begin
  update profiles p
  set allow_routes = (
    select coalesce(json_agg(r.role order by r.position, r.id), '[]')
    from profiles_profile_roles r where r.parent_id = p.id and r.active
  )
  where p.id in (select parent_id from changed);
  return null;
end
$$;

create trigger keep_allow_routes_added after insert on profiles_profile_roles
  referencing new table as changed for each statement execute function keep_allow_routes();
create trigger keep_allow_routes_changed after update on profiles_profile_roles
  referencing new table as changed for each statement execute function keep_allow_routes();
create trigger keep_allow_routes_removed after delete on profiles_profile_roles
  referencing old table as changed for each statement execute function keep_allow_routes();

update profiles p
set allow_routes = (
  select coalesce(json_agg(r.role order by r.position, r.id), '[]')
  from profiles_profile_roles r where r.parent_id = p.id and r.active
);
