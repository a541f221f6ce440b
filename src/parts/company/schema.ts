import * as z from 'zod'
import { listShape } from '#kernel/wire.ts'

export const namedRow = z.object({ id: z.int(), uuid: z.string(), name: z.string() })
export const addressFound = z.object({
  zipcode: z.string().nullable(),
  address: z.string().nullable(),
  number: z.string().nullable(),
  complement: z.string().nullable(),
  neighborhood: z.string().nullable(),
  city: namedRow.nullable(),
})

export const company = z.object({
  cnpj: z.string(),
  name: z.string(),
  fantasy_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  opening_data: z.string().nullable(),
  capital_social: z.number().nullable(),
  situation: z.string().nullable(),
  address: addressFound.nullable(),
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
/** A company as the registry answers it: the municipality already one of ours. */
export type CompanyAnswer = z.infer<typeof company>
