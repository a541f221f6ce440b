-- What is forgotten after its days is found by the day it ended.

create index documents_deleted_at on documents (deleted_at) where deleted_at is not null;
create index ticket_uploads_deleted_at on ticket_uploads (deleted_at) where deleted_at is not null;
create index imports_updated_at on imports (updated_at);
create index collect_reminders_day on collect_reminders (day);
create index registry_answers_at on registry_answers (at);

-- Its rows and its file are gone: it can no longer be taken up or back.
alter table imports add column forgotten_at timestamptz;

-- A short list is made when it is fetched: its record says so, having no file to tell of.
alter table exports add column file_note text;
update exports set file_note = 'Lista curta: o arquivo é feito na hora, com os dados de cada vez que se baixa, e por isso não fica guardado.'
  where kind = 'lista' and state = 'concluido' and file is null;
