-- How each person likes each list: the columns they chose, and the searches they gave a name.

create table user_lists (
  user_id bigint not null references users (id),
  list text not null,
  columns jsonb,
  views jsonb not null default '[]',
  primary key (user_id, list)
);
