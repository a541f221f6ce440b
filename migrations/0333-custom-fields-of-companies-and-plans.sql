-- The fields that an office defines itself are of its companies and plans too: what is said there once goes into the notes of all their clients.
alter table empresas add column metas_only_father jsonb not null default '[]';
alter table plans add column metas_only_father jsonb not null default '[]';
