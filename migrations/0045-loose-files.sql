-- Names of kept files that may have no row: of uploads begun, and of rows forgotten for good. Whatever is not named here is
-- never moved nor removed, known or not.

create table loose_files (
  -- A hash, or the name of a draft.
  name text primary key,
  -- begun, forgotten
  why text not null,
  since timestamptz not null default now()
);
create index loose_files_since on loose_files (since);

-- Whether any row names a file is asked of all of them at once.
create index documents_sha256 on documents (sha256);
create index ticket_uploads_sha256 on ticket_uploads (sha256);
create index collect_files_sha256 on collect_files (sha256);
