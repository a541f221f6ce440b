-- Fields defined at run time are one tree on the record that has them, groups in groups; each has a number of its own.

create sequence metas_id_seq;

alter table configurations add column metas_only_father jsonb not null default '[]';
alter table module_configurations add column metas_only_father jsonb not null default '[]';
alter table particularities add column metas_only_father jsonb not null default '[]';
alter table clients add column metas_only_father jsonb not null default '[]';
alter table stations add column metas jsonb not null default '[]';
alter table pages add column metas_only_father jsonb not null default '[]';

/* A line of before, as a row or as history keeps it, with its own under it. */
create function meta_from(line jsonb, fields jsonb) returns jsonb language sql volatile as $$
  select jsonb_build_object(
    'id', nextval('metas_id_seq'),
    'uuid', coalesce(line->>'uuid', gen_random_uuid()::text),
    'key', line->>'key',
    'internal_key', null,
    'meta_type_id', array_position(
      array['text', 'textarea', 'number', 'money', 'date', 'boolean', 'select', 'multiselect', 'model', 'group'],
      coalesce(line->>'type', 'text')),
    'value', nullif(line->>'value', ''),
    'extras', jsonb_build_object(
      'label', line->>'label',
      'class', coalesce(line->>'class', 'col-12'),
      'hidden', coalesce((line->>'hidden')::boolean, false),
      'options', coalesce((
        select jsonb_agg(trim(each) order by n)
        from regexp_split_to_table(coalesce(line->>'options', ''), '\n') with ordinality o (each, n)
        where trim(each) <> ''), '[]'),
      'model', null),
    'fields', fields)
$$;
create function metas_from(lines jsonb) returns jsonb language sql volatile as $$
  select coalesce(jsonb_agg(meta_from(line, coalesce((
    select jsonb_agg(meta_from(below, '[]') order by m)
    from jsonb_array_elements(case jsonb_typeof(line->'fields') when 'array' then line->'fields' else '[]' end)
      with ordinality f (below, m)), '[]')) order by n), '[]')
  from jsonb_array_elements(case jsonb_typeof(lines) when 'array' then lines else '[]' end) with ordinality l (line, n)
$$;

do $$
declare
  owner text;
  held text;
begin
  foreach owner in array array['configurations', 'module_configurations', 'particularities', 'clients', 'stations'] loop
    held := case owner when 'stations' then 'metas' else 'metas_only_father' end;
    execute format(
      'update %1$I t set %2$I = metas_from((
         select jsonb_agg(to_jsonb(l) || jsonb_build_object(''fields'', (
           select jsonb_agg(to_jsonb(f) order by f.position) from %3$I f where f.parent_id = l.id)) order by l.position)
         from %4$I l where l.parent_id = t.id))
       where exists (select 1 from %4$I l where l.parent_id = t.id)',
      owner, held, owner || '_metas_only_father_fields', owner || '_metas_only_father');
    execute format('drop table %I', owner || '_metas_only_father_fields');
    execute format('drop table %I', owner || '_metas_only_father');
  end loop;
end $$;

-- What history kept is put back in the shape of now; a station calls them metas.
update audit_events set changes = jsonb_set(changes, '{metas_only_father}', jsonb_build_array(
  case when jsonb_typeof(changes->'metas_only_father'->0) = 'array' then metas_from(changes->'metas_only_father'->0) else changes->'metas_only_father'->0 end,
  case when jsonb_typeof(changes->'metas_only_father'->1) = 'array' then metas_from(changes->'metas_only_father'->1) else changes->'metas_only_father'->1 end))
where changes ? 'metas_only_father';
update audit_events set changes = changes - 'metas_only_father' || jsonb_build_object('metas', changes->'metas_only_father')
where resource = 'stations' and changes ? 'metas_only_father';

drop function metas_from(jsonb);
drop function meta_from(jsonb, jsonb);
