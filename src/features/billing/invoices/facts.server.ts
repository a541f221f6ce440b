import { sql } from 'kysely'
import * as z from 'zod'
import { emitters, environments, type Emitter } from '#features/people/empresas/empresas.ts'
import { companyPlaceSql } from '#features/people/empresas/place.ts'
import { mappedValues, type InvoiceParties } from '#features/billing/invoices/mapped.server.ts'
import { taxScheme } from '#features/billing/invoices/source.server.ts'
import { type TakerFacts } from '#features/billing/invoices/plan.ts'
import { houseOf, type IssuerFacts } from '#features/billing/invoices/issuer.ts'
import { secretsKey } from '#parts/secret/settings.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

const isKeyOf = <T extends object>(of: T) => z.custom<keyof T>(value => typeof value === 'string' && value in of)
const text = z.string().nullable()
const number = z.coerce.number().nullable()
const instant = z.preprocess(value => (value instanceof Date ? value.toISOString() : value), text)

const issuerRow = z.object({
  cnpj: text,
  name: text,
  registration: text,
  town: number,
  town_name: text,
  place: text,
  zipcode: text,
  phone: text,
  email: text,
  scheme: taxScheme.nullable(),
  town_active: z.enum(['sim', 'nao']).nullable(),
  ibs_cbs: z.enum(['simples', 'cbs-no-simples', 'fora']).nullable(),
  series: z.number(),
  next: z.number(),
  iss: number,
  burden: number,
  emitter: isKeyOf(emitters),
  environment: isKeyOf(environments),
  services: z.array(
    z.object({
      codigo: z.string(),
      codigo_municipal: text,
      nbs: text,
      indicador_operacao: text,
      cst: text,
      classificacao_tributaria: text,
      descricao: z.string(),
    }),
  ),
  valid_until: instant,
  document: text,
  has_token: z.boolean(),
})

/** Reads what notes need of a company. The caller checks that the reader may see it. */
export async function issuerFacts(db: Sql, config: Config, empresa: number): Promise<IssuerFacts> {
  const { rows } = await sql`
    select e.cnpj, coalesce(e.razao_social, e.nome_fantasia) as name, e.inscricao_municipal as registration, m.ibge as town,
      m.name || '/' || m.name_state as town_name, ${sql.raw(companyPlaceSql('e'))} as place, e.cep as zipcode, e.telefone as phone, e.email,
      e.regime as scheme, e.municipio_ativo as town_active, e.apuracao_ibs_cbs as ibs_cbs, coalesce(e.serie, 1) as series, coalesce(e.proximo_numero, 1) as next,
      e.aliquota_iss as iss, e.carga_tributaria as burden, coalesce(e.emissor, 'local') as emitter, coalesce(e.ambiente, 'homologacao') as environment,
      (select coalesce(json_agg(json_build_object('codigo', s.codigo, 'codigo_municipal', s.codigo_municipal, 'nbs', s.nbs,
        'indicador_operacao', s.indicador_operacao, 'cst', s.cst, 'classificacao_tributaria', s.classificacao_tributaria,
        'descricao', s.descricao) order by s.position), '[]'::json) from empresas_servicos s where s.parent_id = e.id and s.active) as services,
      c.valid_until, c.document, c.asaas_token is not null as has_token
    from empresas e left join cities m on m.id = e.municipio_id left join issuer_credentials c on c.empresa_id = e.id
    where e.id = ${empresa}`.execute(db)
  const { town_name, town_active, ibs_cbs, valid_until, document, has_token, ...row } = issuerRow.parse(
    rows[0] && { ...rows[0], has_token: Object(rows[0]).has_token ?? false },
  )
  return {
    ...row,
    townName: town_name,
    townActive: town_active && town_active === 'sim',
    ibsCbs: ibs_cbs,
    certificate: valid_until === null ? null : { validUntil: valid_until, document },
    hasToken: has_token,
    keepsSecrets: config.of(secretsKey) !== undefined,
  }
}

const takerRow = z.object({
  name: z.string(),
  document: text,
  email: text,
  phone: text,
  at: text,
  street: text,
  number: text,
  complement: text,
  district: text,
  zipcode: text,
  town: number,
  town_name: text,
})

/** A client as far as its notes go, issued by this company. */
export async function takerFacts(db: Sql, parties: InvoiceParties, emitter: Emitter): Promise<TakerFacts> {
  const { rows } = await sql`
    select c.name, c.document, c.email, c.phone, a.id::text as at, a.address as street, a.number, a.complement,
      a.neighborhood as district, a.zipcode, m.ibge as town, m.name || '/' || m.name_state as town_name
    from clients c
    left join lateral (select * from clients_addresses where parent_id = c.id and active
      order by (city_id is null), position limit 1) a on true
    left join cities m on m.id = a.city_id
    where c.id = ${parties.client}`.execute(db)
  const { name, document, email, phone, at, town_name, ...address } = takerRow.parse(rows[0])
  const mapped = await mappedValues(db, parties, houseOf[emitter])
  return { mapped, name, document, email, phone, address: at === null ? null : { ...address, townName: town_name } }
}
