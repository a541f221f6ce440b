-- What of an imported file does not become a row of ours, beside the rows themselves: titles, blank lines, sheets, and how
-- many cells each of its columns fills. And of each row, what is left out of it or was changed while it goes in: as it was
-- read, and as it was judged.
alter table imports add column account jsonb;
alter table import_rows
  add column notices jsonb not null default '[]',
  add column remarks jsonb not null default '[]';
