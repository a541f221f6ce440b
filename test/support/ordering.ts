import { sql, type Kysely } from 'kysely'

export const serviceCode = '170101'

/** A company that can issue, one client it can bill, and an account that can charge: what an order with three switches asks for. */
export async function equip(
  db: Kysely<unknown>,
  company: number,
  client: number,
): Promise<{ readonly account: number }> {
  await sql`
    update empresas set razao_social = 'Consultoria Exemplo Ltda', cnpj = coalesce(cnpj, '11222333000181'), inscricao_municipal = '12345',
      municipio_id = (select id from cities where ibge = 3554102), regime = 'simples-nacional', aliquota_iss = 2, carga_tributaria = 6,
      emissor = 'local', ambiente = 'homologacao', serie = 1, proximo_numero = coalesce(proximo_numero, 1)
    where id = ${company}`.execute(db)
  await sql`delete from empresas_servicos where parent_id = ${company}`.execute(db)
  await sql`
    insert into empresas_servicos (parent_id, position, codigo, descricao) values (${company}, 0, ${serviceCode}, 'Assessoria e consultoria')`.execute(
    db,
  )
  await sql`
    update clients set empresa_responsavel_id = ${company}, name = 'Provedor Exemplo Ltda', document = coalesce(document, '11444777000161'),
      active = true where id = ${client}`.execute(db)
  await sql`delete from clients_addresses where parent_id = ${client}`.execute(db)
  await sql`
    insert into clients_addresses (parent_id, position, address, number, neighborhood, zipcode, city_id, address_type_id)
    values (${client}, 0, 'Rua das Palmeiras', '100', 'Centro', '12020000', (select id from cities where ibge = 3554102),
      (select min(id) from address_types))`.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into checking_accounts (name, slug, empresa_id, bank, agency, account, wallet, agreement)
    values ('Sicoob', 'sicoob', ${company}, 756, '4277', '172278', '1', '1234567') returning id`.execute(db)
  return { account: rows[0]?.id ?? 0 }
}
