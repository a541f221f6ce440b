import * as z from 'zod'
import { amount, cnae, dayOf, formatted, ibgeOf, listedIn, wordsIn, type Company } from '#parts/company/company.ts'

const textSchema = z.looseObject({ text: z.string().nullish() }).nullish()
const activity = z.looseObject({ id: z.union([z.int(), z.string()]), text: z.string() })

/** As much of an office's answer as is read (open.cnpja.com, `GET /office/{cnpj}`). */
const office = z.looseObject({
  alias: z.string().nullish(),
  founded: z.string().nullish(),
  status: textSchema,
  company: z.looseObject({
    name: z.string(),
    equity: z.number().nullish(),
    members: z
      .array(
        z.looseObject({
          since: z.string().nullish(),
          role: textSchema,
          person: z.looseObject({ name: z.string(), taxId: z.string().nullish() }),
        }),
      )
      .nullish(),
  }),
  address: z
    .looseObject({
      municipality: z.union([z.int(), z.string()]).nullish(),
      street: z.string().nullish(),
      number: z.string().nullish(),
      details: z.string().nullish(),
      district: z.string().nullish(),
      zip: z.string().nullish(),
    })
    .nullish(),
  phones: z.array(z.looseObject({ area: z.string(), number: z.string() })).nullish(),
  emails: z.array(z.looseObject({ address: z.string() })).nullish(),
  mainActivity: activity.nullish(),
  sideActivities: z.array(activity).nullish(),
})

/** Converts CNPJá's answer to a company; null when it does not have their format. */
export function fromCnpja(cnpj: string, body: unknown): Company | null {
  const { data, success } = office.safeParse(body)
  if (!success) return null
  const { company, address, phones, emails } = data
  const activities = [...(data.mainActivity ? [data.mainActivity] : []), ...(data.sideActivities ?? [])]
  return {
    cnpj,
    name: wordsIn(company.name, 160) ?? cnpj,
    fantasy_name: wordsIn(data.alias, 160),
    email: formatted('email', emails?.[0]?.address),
    phone: formatted('phone', phones?.[0] && `${phones[0].area}${phones[0].number}`),
    opening_data: dayOf(data.founded),
    capital_social: amount(company.equity),
    situation: wordsIn(data.status?.text, 40),
    address: address
      ? {
          zipcode: formatted('zipcode', address.zip),
          address: wordsIn(address.street, 160),
          number: wordsIn(address.number, 20),
          complement: wordsIn(address.details, 80),
          neighborhood: wordsIn(address.district, 80),
          ibge: ibgeOf(address.municipality),
        }
      : null,
    partners: (company.members ?? []).map(({ since, role, person }) => ({
      name: wordsIn(person.name, 160) ?? 'Sem nome',
      document: wordsIn(person.taxId, 18),
      categories: listedIn(role?.text, 80),
      since: dayOf(since),
    })),
    activities: activities.flatMap(({ id, text }, i) => {
      const code = cnae(id)
      return code ? [{ code, name: wordsIn(text, 200) ?? code, main: i === 0 && data.mainActivity != null }] : []
    }),
  }
}
