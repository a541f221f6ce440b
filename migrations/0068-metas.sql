-- Files kept for run-time fields: each is of the row whose field holds it, and is seen by whoever sees that row.

create table meta_uploads (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  metable_type text not null,
  metable_id bigint not null,
  name text not null,
  ext text not null,
  size integer not null,
  sha256 text not null,
  user_id bigint references users (id),
  created_at timestamptz not null default now()
);
create index meta_uploads_metable on meta_uploads (metable_type, metable_id);
create index meta_uploads_user_id on meta_uploads (user_id);
create index meta_uploads_sha256 on meta_uploads (sha256);

-- The two an installation began with held nothing and were read by nothing; those that are read come with the house.
delete from configurations
where name in ('Prazos e avisos', 'Certificado e assinatura') and metas_only_father = '[]' and version = 1
  and not exists (select 1 from audit_events e where e.resource = 'configurations' and e.row_id = configurations.id);
