import { sql } from 'kysely'
import * as z from 'zod'
import { formats, whyNot } from '#kernel/format.ts'
import { boolean, integer, list, maybe, shape, string } from '#kernel/json.ts'
import { problem } from '#kernel/problem.ts'
import { ask, type RegistrySource, type DatedAnswer } from '#parts/asked/ask.server.ts'
import { fromBrasilApi } from '#features/registry/brasilapi.ts'
import { fromCnpja } from '#features/registry/cnpja.ts'
import type { Company, CompanyAddress } from '#parts/company/company.ts'
import { cepUrl, cnpjFallbackUrl, cnpjPerMinute, cnpjUrl } from '#features/registry/settings.server.ts'
import { fromViaCep } from '#features/registry/viacep.ts'
import { operation, type Ctx } from '#server/operation.ts'

const under = (base: string, path: string) => new URL(`${base.replace(/\/$/, '')}/${path}`)

/** What the federal registry says of a CNPJ, asked where the settings say. */
export function lookUpCompany(ctx: Ctx, cnpj: string, client_id: number | null = null): Promise<DatedAnswer<Company>> {
  const { config } = ctx
  const [first, second, rate] = [config.of(cnpjUrl), config.of(cnpjFallbackUrl), config.of(cnpjPerMinute)]
  const sources: readonly RegistrySource<Company>[] = [
    ...(first
      ? [
          {
            integration: 'cnpja' as const,
            url: under(first, `office/${cnpj}`),
            rate,
            read: (body: unknown) => fromCnpja(cnpj, body),
          },
        ]
      : []),
    // Its documented path takes digits alone.
    ...(second && /^\d{14}$/.test(cnpj)
      ? [
          {
            integration: 'brasilapi' as const,
            url: under(second, `cnpj/v1/${cnpj}`),
            rate: 10,
            read: (body: unknown) => fromBrasilApi(cnpj, body),
          },
        ]
      : []),
  ]
  return ask(ctx, {
    kind: 'cnpj',
    key: cnpj,
    client_id,
    sources,
    called: 'A consulta de CNPJ',
    setting: cnpjUrl.name,
    missing: 'A Receita Federal não conhece este CNPJ. Confira o número, ou preencha à mão.',
    instead: 'Preencha à mão',
  })
}

const placeJson = shape({
  zipcode: maybe(string),
  address: maybe(string),
  number: maybe(string),
  complement: maybe(string),
  neighborhood: maybe(string),
  city: { ...shape({ id: integer, uuid: string, name: string }), type: ['object', 'null'] },
})

/** A place with its municipality as references are sent, when we know its code. */
async function located({ sql: db }: Ctx, { ibge, ...place }: CompanyAddress) {
  const { rows } = await sql<object>`select id, uuid, name from cities where ibge = ${ibge}`.execute(db)
  return { ...place, city: rows[0] ?? null }
}

const company = operation<{ cnpj: string }>({
  id: 'registry.cnpj',
  summary: 'Consultar um CNPJ na Receita Federal',
  method: 'GET',
  url: '/api/v1/registry/cnpj/:cnpj',
  access: 'permission',
  scope: 'none',
  rate: 'heavy',
  audit: null,
  params: z.object({
    cnpj: z.string().transform(given => {
      const cnpj = formats.cnpj.parse(given)
      if (cnpj === null) throw problem('missing', whyNot('cnpj', given))
      return cnpj
    }),
  }),
  answers: {
    200: shape({
      at: string,
      data: shape({
        cnpj: string,
        name: string,
        fantasy_name: maybe(string),
        email: maybe(string),
        phone: maybe(string),
        opening_data: maybe(string),
        capital_social: { type: ['number', 'null'] },
        situation: maybe(string),
        address: { ...placeJson, type: ['object', 'null'] },
        partners: list(
          shape({ name: string, document: maybe(string), categories: list(string), since: maybe(string) }),
        ),
        activities: list(shape({ code: string, name: string, main: boolean })),
      }),
    }),
  },
  handle: async (ctx, { params }) => {
    const { answer, at } = await lookUpCompany(ctx, params.cnpj)
    return { at, data: { ...answer, address: answer.address && (await located(ctx, answer.address)) } }
  },
})

const zip = operation<{ zip: string }>({
  id: 'registry.zip',
  summary: 'Consultar um CEP',
  method: 'GET',
  url: '/api/v1/registry/cep/:zip',
  access: 'session',
  scope: 'none',
  rate: 'heavy',
  audit: null,
  params: z.object({
    zip: z.string().transform(given => {
      const found = formats.zipcode.parse(given)
      if (found === null) throw problem('missing', formats.zipcode.message)
      return found
    }),
  }),
  answers: { 200: shape({ at: string, data: placeJson }) },
  handle: async (ctx, { params }) => {
    const base = ctx.config.of(cepUrl)
    const { answer, at } = await ask<CompanyAddress>(ctx, {
      kind: 'cep',
      key: params.zip,
      sources: base
        ? [{ integration: 'viacep', url: under(base, `${params.zip}/json/`), rate: 60, read: fromViaCep }]
        : [],
      called: 'A consulta de CEP',
      setting: cepUrl.name,
      missing: 'Este CEP não existe. Confira os 8 dígitos.',
      instead: 'Preencha à mão',
    })
    return { at, data: await located(ctx, answer) }
  },
})

export const lookUpOperations = [company, zip] as const
