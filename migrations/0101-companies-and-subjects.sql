-- A bill made by an order of service is named by what was ordered: those made before get the same item. Only where nobody has given it another value since.
insert into bills_to_receive_items (parent_id, position, name, value)
select b.id, 0,
  case when length(o.line) <= 160 then o.line else rtrim(left(o.line, 159)) || '…' end, b.value
from (
  select bill_id, valor_servico, trim(regexp_replace(split_part(trim(both E' \t\r\n' from descricao_servico), E'\n', 1), '\s+', ' ', 'g')) as line
  from order_services where bill_id is not null and deleted_at is null
) o
join bills_to_receive b on b.id = o.bill_id and b.value = o.valor_servico and b.deleted_at is null
where o.line <> '' and not exists (select 1 from bills_to_receive_items i where i.parent_id = b.id);

-- Where a company is written to and called: its notes, boletos and orders print it. Its town is the one it issues in.
alter table empresas
  add column cep text,
  add column logradouro text,
  add column numero text,
  add column complemento text,
  add column bairro text,
  add column telefone text,
  add column email text;
