-- When services outside were last sent a question, so that all processes together respect their limits. Only a minute matters: no crash
-- of the server needs to preserve it.
create unlogged table question_paces (
  host text primary key,
  sent_at timestamptz[] not null
);
