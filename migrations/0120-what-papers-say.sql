-- What a paper of the agency says of what was filed, with the words that prove it and its day: read when it comes in; null of
-- papers that came in before, and of those without a text. A refusal is a paper of its own kind, 'recusa', and never a receipt.
alter table collect_files add column verdict text, add column words text, add column issued_on date;
alter table infrastructure_files add column verdict text, add column words text, add column issued_on date;
