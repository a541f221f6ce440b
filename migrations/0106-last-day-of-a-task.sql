-- The last day of a task is a column of its own, for lists are put in its order: the legal day, or the office's where no other is known.
alter table client_tarefas add column last_on date;
update client_tarefas set last_on = coalesce(legal_on, due_on);
alter table client_tarefas alter column last_on set not null;

create function fill_last_on() returns trigger language plpgsql as $$
begin
  new.last_on := coalesce(new.legal_on, new.due_on);
  return new;
end
$$;
create trigger fill_last_on before insert or update on client_tarefas for each row execute function fill_last_on();

create index client_tarefas_by_last_on on client_tarefas (last_on, id) where deleted_at is null;
