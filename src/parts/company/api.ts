import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { formats, whyNot } from '#kernel/format.ts'
import { problem } from '#kernel/problem.ts'
import { listShape } from '#kernel/wire.ts'
import { namedRow, addressFound, company } from '#parts/company/schema.ts'

const ofCnpj = z.object({
  cnpj: z.string().transform(given => {
    const found = formats.cnpj.parse(given)
    if (found === null) throw problem('missing', whyNot('cnpj', given))
    return found
  }),
})
export const lookUpCnpj = call.get('/registry/cnpj/:cnpj', {
  id: 'registry.cnpj',
  summary: 'Consultar um CNPJ na Receita Federal',
  of: 'none',
  rate: 'heavy',
  params: ofCnpj,
  answer: z.object({ at: z.string(), data: company }),
})

export const lookUpZip = call.get('/registry/cep/:zip', {
  id: 'registry.zip',
  summary: 'Consultar um CEP',
  of: 'none',
  access: 'session',
  rate: 'heavy',
  params: z.object({
    zip: z.string().transform(given => {
      const found = formats.zipcode.parse(given)
      if (found === null) throw problem('missing', formats.zipcode.message)
      return found
    }),
  }),
  answer: z.object({ at: z.string(), data: addressFound }),
})

const licence = z.object({
  fistel: z.string(),
  service_type: namedRow.nullable(),
  service: z.string().nullable(),
  process: z.string().nullable(),
  since: z.string().nullable(),
})
export type AnatelLicence = z.infer<typeof licence>
export const readProvider = call.get('/anatel/prestadoras/:cnpj', {
  id: 'anatel.show',
  summary: 'Ver o que a Anatel diz de uma prestadora',
  of: 'none',
  params: ofCnpj,
  answer: z.object({
    /** When the file came. */
    at: z.string().nullable(),
    data: z
      .object({
        name: z.string(),
        fantasy_name: z.string().nullable(),
        phone: z.string().nullable(),
        email: z.string().nullable(),
        address: addressFound,
      })
      .nullable(),
    fistels: listShape(licence),
  }),
})
