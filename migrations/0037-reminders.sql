-- On which days a client was reminded of a coleta, so that nobody is asked twice in a day.

create table collect_reminders (
  collect_id bigint not null references collects (id) on delete cascade,
  day date not null,
  primary key (collect_id, day)
);
