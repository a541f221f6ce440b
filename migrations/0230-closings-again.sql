-- A step that did not come out is done again. `made`: the last closing of the bill has been through it. What a mail took along is known by its
-- bills: a note or a boleto that came after it is sent in another. And the account of a bill that has none is chosen for each company as
-- its boleto is wanted.
alter table bill_closing_items add column made boolean not null default true;
alter table bill_closing_items add column account_id bigint references checking_accounts (id);
alter table bill_closing_items add column with_note boolean;
alter table bill_closing_items add column with_slip boolean;
create index bill_closing_items_account_id on bill_closing_items (account_id);
