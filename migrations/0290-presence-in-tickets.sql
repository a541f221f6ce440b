-- Who has a ticket open, on whatever process. Rows live for seconds: they survive no crash of the server, and refer to no row, for a
-- reference would lock the ticket each time somebody looks at it.
create unlogged table ticket_presences (
  ticket_id bigint not null,
  user_id bigint not null,
  -- What the user is writing, if anything: `resposta` or `nota`.
  writing text,
  seen_at timestamptz not null,
  primary key (ticket_id, user_id)
);
