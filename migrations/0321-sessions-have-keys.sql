-- A session of a browser is bound to a key that never leaves it (RFC 9449): without a proof by that key its tokens are worthless.

-- Thumbprint of the key (RFC 7638); null: its tokens are bearer tokens.
alter table sessions add column jkt text;
-- The registered program that began it with a secret of its own; null: the interface.
alter table sessions add column program text;
-- When somebody last presented one of its tokens without a proof.
alter table sessions add column copy_refused_at timestamptz;

-- Proofs of calls that write, each accepted once by whichever process. Rows count for minutes: they survive no crash of the server.
create unlogged table spent_proofs (
  hash bytea primary key,
  spent_at timestamptz not null default now()
);
create index spent_proofs_spent_at on spent_proofs (spent_at);
