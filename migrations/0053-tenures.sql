-- The days each fistel was in use, with its client: what a month owed is reckoned from them, and no later change moves them.

create table fistel_tenures (
  fistel_id bigint not null references fistels (id) on delete cascade,
  since date not null,
  -- The last day; null while it goes on.
  until date check (until >= since),
  primary key (fistel_id, since)
);
create unique index fistel_tenures_open on fistel_tenures (fistel_id) where until is null;

create function keep_tenure(id bigint, today date) returns void language plpgsql as $$
begin
  -- Whoever puts the client in or out of use at the same moment is waited for.
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
    insert into fistel_tenures (fistel_id, since) select keep_tenure.id, today
    where not exists (select 1 from fistel_tenures t where t.fistel_id = keep_tenure.id and t.until is null);
  else
    -- Put in and out on one day it was never in use.
    delete from fistel_tenures t where t.fistel_id = keep_tenure.id and t.until is null and t.since >= today;
    update fistel_tenures t set until = today where t.fistel_id = keep_tenure.id and t.until is null;
  end if;
end
$$;

create function keep_tenure_of_fistel() returns trigger language plpgsql as $$
begin
  perform keep_tenure(new.id, (case tg_op when 'INSERT' then greatest(new.created_at, (
    select c.created_at from clients c where c.id = new.client_id)) else now() end at time zone 'America/Sao_Paulo')::date);
  return null;
end
$$;
create trigger keep_tenure_added after insert on fistels for each row execute function keep_tenure_of_fistel();
create trigger keep_tenure_changed after update of active, active_anatel, client_id on fistels
  for each row when ((old.active, old.active_anatel, old.client_id) is distinct from (new.active, new.active_anatel, new.client_id))
  execute function keep_tenure_of_fistel();

create function keep_tenure_of_client() returns trigger language plpgsql as $$
begin
  perform keep_tenure(f.id, (now() at time zone 'America/Sao_Paulo')::date) from fistels f where f.client_id = new.id;
  return null;
end
$$;
create trigger keep_tenure_of_client after update of active, prospect, status_id on clients
  for each row when ((old.active, old.prospect, old.status_id) is distinct from (new.active, new.prospect, new.status_id))
  execute function keep_tenure_of_client();

-- Of what is out of use by now, history tells the day; where it does not, the row's last change does.
insert into fistel_tenures (fistel_id, since, until)
select id, since, until from (
  select f.id,
    (greatest(f.created_at, c.created_at) at time zone 'America/Sao_Paulo')::date as since,
    (least(
      case when not f.active or f.active_anatel is false then coalesce((
        select max(h.at) from audit_events h where h.resource = 'fistels' and h.row_id = f.id
          and 'false' in (h.changes -> 'active' ->> 1, h.changes -> 'active_anatel' ->> 1)), f.updated_at) end,
      case when not c.active or s.slug = 'encerrado' then coalesce((
        select max(h.at) from audit_events h where h.resource = 'clients' and h.row_id = c.id
          and (h.changes -> 'active' ->> 1 = 'false' or h.changes -> 'status_id' ->> 1 = s.id::text)), c.updated_at) end
    ) at time zone 'America/Sao_Paulo')::date as until
  from fistels f
  join clients c on c.id = f.client_id and not c.prospect
  left join statuses s on s.id = c.status_id
) known where until is null or until > since;
