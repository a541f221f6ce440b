-- A discount may apply only up to a day. The fine and interest that a boleto prints stay those of the day it was issued.
alter table bills_to_receive add column discount_until date;
alter table bill_slips
  add column fine_percent numeric(5, 2),
  add column interest_percent numeric(5, 2);
-- What was printed so far are the rates of the account.
update bill_slips s set fine_percent = coalesce(a.fine_percent, 0), interest_percent = coalesce(a.interest_percent, 0)
from checking_accounts a
where a.id = s.checking_account_id and (a.fine_percent is not null or a.interest_percent is not null);
