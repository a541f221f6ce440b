import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { formats, whyNot } from '#kernel/format.ts'
import { problem } from '#kernel/problem.ts'
import { doneShape, listShape, rowShape } from '#kernel/wire.ts'
import { clients } from '#features/clients/clients.ts'

const place = z.object({
  zipcode: z.string().nullable(),
  address: z.string().nullable(),
  number: z.string().nullable(),
  complement: z.string().nullable(),
  neighborhood: z.string().nullable(),
  city: z.object({ id: z.int(), uuid: z.string(), name: z.string() }).nullable(),
})

const company = z.object({
  cnpj: z.string(),
  name: z.string(),
  fantasy_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  opening_data: z.string().nullable(),
  capital_social: z.number().nullable(),
  situation: z.string().nullable(),
  address: place.nullable(),
  partners: listShape(
    z.object({
      name: z.string(),
      document: z.string().nullable(),
      categories: listShape(z.string()),
      since: z.string().nullable(),
    }),
  ),
  activities: listShape(z.object({ code: z.string(), name: z.string(), main: z.boolean() })),
})

export const lookUpCnpj = call.get('/registry/cnpj/:cnpj', {
  id: 'registry.cnpj',
  summary: 'Consultar um CNPJ na Receita Federal',
  of: 'none',
  rate: 'heavy',
  params: z.object({
    cnpj: z.string().transform(given => {
      const cnpj = formats.cnpj.parse(given)
      if (cnpj === null) throw problem('missing', whyNot('cnpj', given))
      return cnpj
    }),
  }),
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
  answer: z.object({ at: z.string(), data: place }),
})

export const syncPartners = call.put('/clients/:id/sincronizar-socios-e-atividades', {
  id: 'clients.sincronizar-socios-e-atividades',
  summary: 'Trazer os sócios e as atividades da Receita Federal',
  of: clients,
  rate: 'heavy',
  audit: 'clients.update',
  // Another service is called meanwhile.
  transaction: 'own',
  answer: doneShape(rowShape(clients)),
})
