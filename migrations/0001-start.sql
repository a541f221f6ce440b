-- Search without accents, search by any part of a word, and names in the order a Brazilian reads them.

create extension unaccent schema public;
create extension pg_trgm schema public;

create collation pt_br (provider = icu, locale = 'pt-BR');

-- What is compared when people search: 'ÁGUA' and 'agua' are one. unaccent() is only stable, since its dictionary could be
-- changed; ours is named here and never is, so an index may hold the result: using gin (plain(name) gin_trgm_ops).
create function plain(text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent', $1));
