-- A hundred thousand lines of accesses written at once were looked up five hundred thousand times, a row and a reference at a time: most
-- of what keeping them took. What a set of lines points to is looked up once for the set, under the lock a foreign key takes.

/*
 * Refuses lines that point to rows that are not there. The arguments are pairs: a column, and the table it points to. Each row
 * pointed to is held until the end of the transaction: whoever deletes it meanwhile waits, and is refused in turn.
 */
create function refuse_lost_references() returns trigger language plpgsql as $$
declare
  lost bigint;
begin
  for at in 0 .. tg_nargs - 1 by 2 loop
    execute format(
      'with wanted as (select distinct %1$I as id from written where %1$I is not null),
            held as (select t.id from %2$I t join wanted w on w.id = t.id for key share of t)
       select min(w.id) from wanted w where not exists (select from held h where h.id = w.id)',
      tg_argv[at], tg_argv[at + 1]) into lost;
    if lost is not null then
      raise foreign_key_violation using
        message = format('insert or update on table "%s" violates foreign key "%s"', tg_table_name, tg_argv[at]),
        detail = format('Key (%s)=(%s) is not present in table "%s".', tg_argv[at], lost, tg_argv[at + 1]),
        table = tg_table_name, column = tg_argv[at];
    end if;
  end loop;
  return null;
end $$;

/* Refuses to delete, or to give another id to, a row that lines point to. The arguments: their table, and the column that does. */
create function refuse_referenced() returns trigger language plpgsql as $$
declare
  found boolean;
begin
  execute format('select exists (select from %I where %I = $1)', tg_argv[0], tg_argv[1]) into found using old.id;
  if found then
    raise foreign_key_violation using
      message = format('update or delete on table "%s" violates foreign key "%s" on table "%s"', tg_table_name, tg_argv[1], tg_argv[0]),
      detail = format('Key (id)=(%s) is still referenced from table "%s".', old.id, tg_argv[0]),
      table = tg_argv[0], column = tg_argv[1];
  end if;
  return null;
end $$;

alter table collects_locations_accesses_ordered
  drop constraint collects_locations_accesses_client_type_id_fkey,
  drop constraint collects_locations_accesses_attendance_type_id_fkey,
  drop constraint collects_locations_accesses_attendance_middle_id_fkey,
  drop constraint collects_locations_accesses_product_type_id_fkey,
  drop constraint collects_locations_accesses_technology_type_id_fkey,
  drop constraint collects_locations_accesses_parent_id_fkey;

create trigger refers_inserted after insert on collects_locations_accesses_ordered
  referencing new table as written for each statement execute function refuse_lost_references(
    parent_id, collects_locations, client_type_id, client_types, attendance_type_id, attendance_types, attendance_middle_id, attendance_middles,
    product_type_id, product_types, technology_type_id, technology_types);
create trigger refers_updated after update on collects_locations_accesses_ordered
  referencing new table as written for each statement execute function refuse_lost_references(
    parent_id, collects_locations, client_type_id, client_types, attendance_type_id, attendance_types, attendance_middle_id, attendance_middles,
    product_type_id, product_types, technology_type_id, technology_types);

/* Lines go with the rows they are of. */
create function delete_accesses() returns trigger language plpgsql as $$
begin
  delete from collects_locations_accesses_ordered where parent_id in (select id from gone);
  return null;
end $$;
create trigger accesses_deleted after delete on collects_locations
  referencing old table as gone for each statement execute function delete_accesses();
create trigger referred_by_accesses after update of id on collects_locations
  for each row execute function refuse_referenced(collects_locations_accesses_ordered, parent_id);

create trigger referred_by_accesses after delete or update of id on client_types
  for each row execute function refuse_referenced(collects_locations_accesses_ordered, client_type_id);
create trigger referred_by_accesses after delete or update of id on attendance_types
  for each row execute function refuse_referenced(collects_locations_accesses_ordered, attendance_type_id);
create trigger referred_by_accesses after delete or update of id on attendance_middles
  for each row execute function refuse_referenced(collects_locations_accesses_ordered, attendance_middle_id);
create trigger referred_by_accesses after delete or update of id on product_types
  for each row execute function refuse_referenced(collects_locations_accesses_ordered, product_type_id);
create trigger referred_by_accesses after delete or update of id on technology_types
  for each row execute function refuse_referenced(collects_locations_accesses_ordered, technology_type_id);
