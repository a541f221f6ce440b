-- An account says how its boletos are registered: typed at the bank, by a file, by Asaas or by the API of Banco do Brasil.
alter table checking_accounts
  add column registration text not null default 'manual',
  add column registration_environment text not null default 'homologacao',
  add column wallet_variation text;

-- Keys of an account at a provider, sealed; those of tests are never used in production.
create table account_credentials (
  checking_account_id bigint not null references checking_accounts (id),
  provider text not null check (provider in ('asaas', 'bb')),
  environment text not null check (environment in ('homologacao', 'producao')),
  secrets text not null,
  -- The token by which the provider's notices are known.
  hook text,
  updated_at timestamptz not null default now(),
  tested_at timestamptz,
  test_error text,
  primary key (checking_account_id, provider, environment)
);

-- Who registers a boleto, where, and what it answered. Bars and line of Asaas are its own: there are none before it answers.
alter table bill_slips
  alter column bars drop not null,
  add column provider text check (provider in ('asaas', 'bb')),
  add column environment text check (environment in ('homologacao', 'producao')),
  add column external_id text,
  add column pix text,
  add column pix_until timestamptz;
create unique index bill_slips_external_id on bill_slips (external_id, checking_account_id) where external_id is not null;

-- What a provider pays without a file is among the lines of one return of its account.
alter table bank_returns add column provider text;
create unique index bank_returns_provider on bank_returns (checking_account_id, provider) where provider is not null;
