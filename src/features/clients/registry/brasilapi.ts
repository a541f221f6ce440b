import * as z from 'zod'
import { amount, cnae, dayOf, formatted, ibgeOf, listedIn, wordsIn, type Company } from '#parts/company/company.ts'

const text = z.string().nullish()
/** As much of the answer as is read (brasilapi.com.br, `GET /cnpj/v1/{cnpj}`). */
const answer = z.looseObject({
  razao_social: z.string(),
  nome_fantasia: text,
  email: text,
  ddd_telefone_1: text,
  data_inicio_atividade: text,
  capital_social: z.union([z.number(), z.string()]).nullish(),
  descricao_situacao_cadastral: text,
  descricao_tipo_de_logradouro: text,
  logradouro: text,
  numero: text,
  complemento: text,
  bairro: text,
  cep: z.union([z.string(), z.int()]).nullish(),
  /** `codigo_municipio` is another register's. */
  codigo_municipio_ibge: z.union([z.int(), z.string()]).nullish(),
  cnae_fiscal: z.union([z.int(), z.string()]).nullish(),
  cnae_fiscal_descricao: text,
  cnaes_secundarios: z.array(z.looseObject({ codigo: z.union([z.int(), z.string()]), descricao: text })).nullish(),
  qsa: z
    .array(
      z.looseObject({
        nome_socio: z.string(),
        cnpj_cpf_do_socio: text,
        qualificacao_socio: text,
        data_entrada_sociedade: text,
      }),
    )
    .nullish(),
})

/** Converts BrasilAPI's answer to a company; null when it does not have their format. */
export function fromBrasilApi(cnpj: string, body: unknown): Company | null {
  const { data, success } = answer.safeParse(body)
  if (!success) return null
  const street = [data.descricao_tipo_de_logradouro, data.logradouro].filter(Boolean).join(' ')
  const activities = [
    { codigo: data.cnae_fiscal, descricao: data.cnae_fiscal_descricao },
    ...(data.cnaes_secundarios ?? []),
  ]
  return {
    cnpj,
    name: wordsIn(data.razao_social, 160) ?? cnpj,
    fantasy_name: wordsIn(data.nome_fantasia, 160),
    email: formatted('email', data.email?.toLowerCase()),
    phone: formatted('phone', data.ddd_telefone_1),
    opening_data: dayOf(data.data_inicio_atividade),
    capital_social: amount(data.capital_social),
    situation: wordsIn(data.descricao_situacao_cadastral, 40),
    address: {
      zipcode: formatted('zipcode', data.cep == null ? null : String(data.cep).padStart(8, '0')),
      address: wordsIn(street, 160),
      number: wordsIn(data.numero, 20),
      complement: wordsIn(data.complemento, 80),
      neighborhood: wordsIn(data.bairro, 80),
      ibge: ibgeOf(data.codigo_municipio_ibge),
    },
    partners: (data.qsa ?? []).map(each => ({
      name: wordsIn(each.nome_socio, 160) ?? 'Sem nome',
      document: wordsIn(each.cnpj_cpf_do_socio, 18),
      categories: listedIn(each.qualificacao_socio, 80),
      since: dayOf(each.data_entrada_sociedade),
    })),
    activities: activities.flatMap(({ codigo, descricao }, i) => {
      const code = cnae(codigo)
      // Zero means none among the secondary ones.
      return code && Number(code) ? [{ code, name: wordsIn(descricao, 200) ?? code, main: i === 0 }] : []
    }),
  }
}
