-- How often each table was changed, as a snapshot sees it: whoever reads the same numbers reads the same rows. Writers queue for
-- nothing: each counts in a row nobody else holds, or in one of its own.

create table table_changes (
  id bigint generated always as identity primary key,
  name text not null,
  n bigint not null
) with (fillfactor = 50);
create index table_changes_name on table_changes (name);

create function count_change() returns trigger language plpgsql as $$
declare
  counted text := coalesce(current_setting('outorga.counted', true), '');
begin
  -- Once a transaction: nobody else sees a part of it.
  if strpos(counted, ' ' || tg_relid || ' ') > 0 then return null; end if;
  perform set_config('outorga.counted', counted || ' ' || tg_relid || ' ', true);
  update table_changes set n = n + 1
  where id = (select c.id from table_changes c where c.name = tg_table_name limit 1 for update skip locked);
  if not found then insert into table_changes (name, n) values (tg_table_name, 1); end if;
  return null;
end
$$;

create function count_changes_of(counted name) returns void language plpgsql as $$
begin
  execute format('create trigger count_change after insert or update or delete or truncate on %I for each statement execute function count_change()', counted);
  insert into table_changes (name, n) values (counted, 0);
end
$$;

-- What lists are made of: rows of sections, and their lines.
select count_changes_of(c.relname) from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (c.relname = 'fistel_tenures' or 2 = (
  select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('uuid', 'active') and not a.attisdropped));
