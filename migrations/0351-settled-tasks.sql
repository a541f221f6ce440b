-- Whether a task of an obligation is done follows from coletas, fistéis and marks. After years nearly all are, and whoever asks what is open
-- would judge each of them anew. A chore notes those that are done; whatever may change that takes the note back, in the same transaction.
alter table client_tarefas add column settled boolean not null default false;

drop index client_tarefas_open_by_responsible;
drop index client_tarefas_open_by_client;
create index client_tarefas_open_by_responsible on client_tarefas (responsible_id, due_on) where deleted_at is null and done_on is null and not settled;
create index client_tarefas_open_by_client on client_tarefas (client_id, due_on) where deleted_at is null and done_on is null and not settled;
create index collects_by_client on collects (client_id, year, month);
drop index collects_client_id;

-- Takes the note back from tasks of a client, of these periods. The lock is what the chore waits for: it judges no task whose rows are being
-- changed, and a person who edits the task waits for nobody.
create function unsettle_tasks(client bigint, first text, last text) returns void language plpgsql as $$
begin
  perform from client_tarefas where client_id = client and obligation is not null and period between first and last for key share;
  update client_tarefas set settled = false where client_id = client and settled and period between first and last;
end
$$;

create function unsettle_changed_task() returns trigger language plpgsql as $$
begin
  new.settled := false;
  return new;
end
$$;
create trigger unsettle_changed before update of client_id, obligation, period on client_tarefas for each row
  when ((old.client_id, old.obligation, old.period) is distinct from (new.client_id, new.obligation, new.period))
  execute function unsettle_changed_task();

-- A coleta counts for its month. The first one of a fistel counts for each month after it as well: from then on the fistel owes them.
create function unsettle_of_collects() returns trigger language plpgsql as $$
declare k record;
begin
  for k in
    select distinct c.client_id, c.period, not exists (
      select from collects o where o.fistel_id = c.fistel_id and o.deleted_at is null and (o.year, o.month) < (c.year, c.month)) as is_first
    from (select client_id, fistel_id, year, month, year || '-' || lpad(month::text, 2, '0') as period from changed) c
  loop
    perform unsettle_tasks(k.client_id, k.period, case when k.is_first then '9999' else k.period end);
  end loop;
  return null;
end
$$;
create trigger unsettle_added after insert on collects referencing new table as changed
  for each statement execute function unsettle_of_collects();
create trigger unsettle_removed after delete on collects referencing old table as changed
  for each statement execute function unsettle_of_collects();

create function unsettle_of_changed_collects() returns trigger language plpgsql as $$
declare k record;
begin
  for k in
    select distinct c.client_id, c.period, c.is_moved and not exists (
      select from collects o where o.fistel_id = c.fistel_id and o.deleted_at is null and (o.year, o.month) < (c.year, c.month)) as is_first
    from (
      select x.client_id, x.fistel_id, x.year, x.month, x.year || '-' || lpad(x.month::text, 2, '0') as period,
        (was.client_id, was.fistel_id, was.year, was.month, was.deleted_at is null)
          is distinct from (now.client_id, now.fistel_id, now.year, now.month, now.deleted_at is null) as is_moved
      from was join now using (id), lateral (values
        (was.client_id, was.fistel_id, was.year, was.month), (now.client_id, now.fistel_id, now.year, now.month)) x (client_id, fistel_id, year, month)
      where (was.client_id, was.fistel_id, was.year, was.month, was.status_id, was.deleted_at is null)
        is distinct from (now.client_id, now.fistel_id, now.year, now.month, now.status_id, now.deleted_at is null)) c
  loop
    perform unsettle_tasks(k.client_id, k.period, case when k.is_first then '9999' else k.period end);
  end loop;
  return null;
end
$$;
create trigger unsettle_changed after update on collects referencing old table as was new table as now
  for each statement execute function unsettle_of_changed_collects();

-- A new fistel owes nothing before it has a tenure.
create function unsettle_of_fistel() returns trigger language plpgsql as $$
begin
  perform unsettle_tasks(old.client_id, '', '9999');
  perform unsettle_tasks(new.client_id, '', '9999');
  return null;
end
$$;
create trigger unsettle_changed after update on fistels for each row
  when ((old.client_id, old.service_type_id, old.deleted_at) is distinct from (new.client_id, new.service_type_id, new.deleted_at))
  execute function unsettle_of_fistel();

create function unsettle_of_tenure() returns trigger language plpgsql as $$
begin
  perform unsettle_tasks(f.client_id, '', '9999') from fistels f where f.id in (
    case when tg_op <> 'INSERT' then old.fistel_id end, case when tg_op <> 'DELETE' then new.fistel_id end);
  return null;
end
$$;
create trigger unsettle_changed after insert or update or delete on fistel_tenures for each row execute function unsettle_of_tenure();

create function unsettle_of_mark() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform unsettle_tasks(old.client_id, old.period, old.period); end if;
  if tg_op <> 'DELETE' then perform unsettle_tasks(new.client_id, new.period, new.period); end if;
  return null;
end
$$;
create trigger unsettle_changed after insert or update or delete on client_obligations for each row execute function unsettle_of_mark();

-- Which services are filed by the month, and what of a coleta counts as filed: a change of either is rare.
create function unsettle_all() returns trigger language plpgsql as $$
begin
  perform from client_tarefas where obligation is not null for key share;
  update client_tarefas set settled = false where settled;
  return null;
end
$$;
create trigger unsettle_changed after update of term on service_types for each statement execute function unsettle_all();
create trigger unsettle_changed after update of slug, model on statuses for each statement execute function unsettle_all();
