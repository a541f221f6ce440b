import { sql } from 'kysely'
import { dataOf, type Row, type World } from './world.ts'

/** A company and a client that lack nothing to have a note issued. */
export async function readyToIssue(world: World, more: Readonly<Record<string, unknown>> = {}) {
  const { rows } = await sql<{ id: number }>`select id from cities where ibge = 3554102`.execute(world.db)
  const town = rows[0]?.id ?? 0
  const client = world.target('clients', 'A1')?.id ?? 0
  const company = world.companies.A
  const issuer = {
    razao_social: 'Outorga Consultoria Ltda.',
    cnpj: '12.ABC.345/01DE-35',
    inscricao_municipal: '12345',
    municipio_id: town,
    regime: 'simples-nacional',
    aliquota_iss: 2.01,
    carga_tributaria: 6,
    emissor: 'local',
    ambiente: 'homologacao',
    serie: 1,
    proximo_numero: 1,
    servicos: [{ codigo: '170101', descricao: 'Assessoria ou consultoria' }],
    ...more,
  }
  const saved = await world.call('superAdmin', 'PUT', `empresas/${company}`, { body: issuer })
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
  const address = {
    zipcode: '12020-000',
    address: 'Rua das Palmeiras',
    number: '100',
    neighborhood: 'Centro',
    city_id: town,
  }
  const body = { document: '11.222.333/0001-81', addresses: [address] }
  const housed = await world.call('superAdmin', 'PUT', `clients/${client}`, { body })
  if (housed.status !== 200) throw new Error(JSON.stringify(housed.body))
  return { client, company, town }
}

export const someOrder = (given: { readonly client: number; readonly company: number }, more: object = {}) => ({
  client_id: given.client,
  empresa_id: given.company,
  value: 1_480,
  description: 'Assessoria regulatória de outubro',
  service: '170101',
  competence: '2026-10-31',
  ...more,
})

export const noteOf = async (world: World, uuid: unknown, who = 'superAdmin'): Promise<Row> =>
  dataOf(await world.call(who, 'GET', `service-invoices/${String(uuid)}`))
