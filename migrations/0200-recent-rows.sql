-- Which rows each user opened last, at most fifty a user: the palette lists them.

create table recent_rows (
  user_id bigint not null references users (id) on delete cascade,
  -- The path of its section: clients and prospects have one table.
  kind text not null,
  row_id bigint not null,
  opened_at timestamptz not null default clock_timestamp(),
  primary key (user_id, kind, row_id)
);
