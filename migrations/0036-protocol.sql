-- The number the regulator's site gives with a receipt.

alter table collect_files add column protocol text;
