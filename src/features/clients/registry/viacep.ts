import * as z from 'zod'
import { formatted, ibgeOf, wordsIn, type CompanyAddress } from '#parts/company/company.ts'

const text = z.string().nullish()
/** As much of the answer as is read (viacep.com.br, `GET /{cep}/json/`); an unknown CEP is a 200 with `erro`. */
const answer = z.looseObject({ cep: z.string(), logradouro: text, complemento: text, bairro: text, ibge: text })
const unknown = z.looseObject({ erro: z.union([z.literal(true), z.literal('true')]) })

/** Converts ViaCEP's answer to an address; 'missing' when it knows no such CEP, null when it does not have their format. */
export function fromViaCep(body: unknown): CompanyAddress | 'missing' | null {
  if (unknown.safeParse(body).success) return 'missing'
  const { data, success } = answer.safeParse(body)
  if (!success) return null
  return {
    zipcode: formatted('zipcode', data.cep),
    address: wordsIn(data.logradouro, 160),
    number: null,
    complement: null,
    neighborhood: wordsIn(data.bairro, 80),
    ibge: ibgeOf(data.ibge),
  }
}
