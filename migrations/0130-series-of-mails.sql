-- Mails of somebody known beyond what an address may send in an hour wait as one: the first of them stands in the tray with their number,
-- itself included, in `series`, and the others are in state 'serie'. Null of every other mail.
alter table incoming_mails add column series integer;
create index incoming_mails_in_series on incoming_mails (sender, id) where state = 'serie' and deleted_at is null;
