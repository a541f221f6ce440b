-- A discount may apply only up to a day. The fine and interest that a boleto prints stay those of the day it was issued.
alter table bills_to_receive add column discount_until date;
alter table bill_slips
  add column fine_percent numeric(5, 2),
  add column interest_percent numeric(5, 2);
-- What was printed so far are the rates of the account.
update bill_slips s set fine_percent = coalesce(a.fine_percent, 0), interest_percent = coalesce(a.interest_percent, 0)
from checking_accounts a
where a.id = s.checking_account_id and (a.fine_percent is not null or a.interest_percent is not null);

-- The digits of a boleto are of the boleto. Its bill has them while the bank takes them, so that nobody is handed digits that nobody can pay.
alter table bill_slips add column line text;
update bill_slips s set line = b.bar_code from bills_to_receive b where b.id = s.bill_id and s.cancelled_at is null;
update bills_to_receive b set bar_code = null
from bill_slips s
where s.bill_id = b.id and s.cancelled_at is null and s.registered_at is null;

-- A bill is a fact of the accounts: it is cancelled, and no switch hides it.
delete from profiles_profile_roles where role = 'bills-to-receive.disable';
