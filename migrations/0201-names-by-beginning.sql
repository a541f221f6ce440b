-- What begins with a few letters: by trigrams alone, a frequent word in the middle of names would have each of them read.

create index clients_name_begins on clients using btree (plain(name) text_pattern_ops) where deleted_at is null;
create index clients_fantasy_name_begins on clients using btree (plain(fantasy_name) text_pattern_ops) where deleted_at is null;
create index stations_name_begins on stations using btree (plain(name) text_pattern_ops) where deleted_at is null;
create index tickets_name_begins on tickets using btree (plain(name) text_pattern_ops) where deleted_at is null;
create index documents_name_begins on documents using btree (plain(name) text_pattern_ops) where deleted_at is null;
create index bills_to_receive_billet_number_begins on bills_to_receive using btree (plain(billet_number) text_pattern_ops)
  where deleted_at is null;
