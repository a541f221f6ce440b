-- A step that was past when the ruler changed is written down without a letter, so that nobody is sent it.
alter table bill_dunnings add column skipped boolean not null default false;
-- The ruler in force is no change.
insert into installation (key, value)
select 'dunning ruler', m ->> 'value'
from configurations c, jsonb_array_elements(c.metas_only_father) m
where c.active and c.deleted_at is null and m ->> 'internal_key' = 'regua-cobranca' and m ->> 'value' <> ''
order by c.id
limit 1
on conflict do nothing;
