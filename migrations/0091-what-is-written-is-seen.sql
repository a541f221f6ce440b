-- A row read with the commit of what wrote it must be its writer's to see: one that is not ends the statement, and the commit becomes a
-- rollback.
create function must_be_seen(seen boolean) returns boolean language plpgsql as $$
begin
  if seen then
    return true;
  end if;
  raise no_data_found using message = 'what was written is out of its writer''s sight';
end $$;
