-- Statuses of a coleta that is still to be sent. After years nearly all coletas are sent; through a function that is stable the planner
-- knows the ids while it plans, and reads the few open rows by the index on status_id instead of the whole table.
create function open_collect_statuses() returns bigint[] language sql stable parallel safe
  return (
    select coalesce(array_agg(s.id), '{}') from statuses s
    where s.model = 'Collect' and s.slug not in ('enviada', 'processada', 'dispensada'));
