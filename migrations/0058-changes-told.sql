-- Who holds a token, and what they may do, is remembered by each process until one of them says that it changed: here, as it is committed.
create function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', tg_table_name);
  return null;
end $$;
create trigger tell_change after update or delete on access_tokens for each statement execute function tell_change();
create trigger tell_change after update or delete on sessions for each statement execute function tell_change();
create trigger tell_change after update or delete on users for each statement execute function tell_change();
create trigger tell_change after update or delete on profiles for each statement execute function tell_change();
