-- How each column of an imported file writes its numbers and dates, as all its rows prove it: a page of rows is read as the whole file is.
alter table imports add column notations jsonb;
