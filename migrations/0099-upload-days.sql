-- What people of a client sent on the last day on which they sent anything, in Brasília: one row a client, written in the transaction that stores a file.
create table client_upload_days (
  client_id bigint primary key references clients (id) on delete cascade,
  day date not null,
  bytes bigint not null check (bytes >= 0)
);
