-- What is forgotten after its days is found by the day it ended.

create index documents_deleted_at on documents (deleted_at) where deleted_at is not null;
create index ticket_uploads_deleted_at on ticket_uploads (deleted_at) where deleted_at is not null;
create index imports_updated_at on imports (updated_at);
create index collect_reminders_day on collect_reminders (day);
create index registry_answers_at on registry_answers (at);

-- Its rows and its file are gone: it can no longer be taken up or back.
alter table imports add column forgotten_at timestamptz;
