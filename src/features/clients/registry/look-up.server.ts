import { sql } from 'kysely'
import { ask, type RegistrySource, type DatedAnswer } from '#parts/asked/ask.server.ts'
import { lookUpCnpj, lookUpZip } from '#parts/company/api.ts'
import { fromBrasilApi } from '#features/clients/registry/brasilapi.ts'
import { fromCnpja } from '#features/clients/registry/cnpja.ts'
import type { Company, CompanyAddress } from '#parts/company/company.ts'
import { cepUrl, cnpjFallbackUrl, cnpjPerMinute, cnpjUrl } from '#features/clients/registry/settings.server.ts'
import { fromViaCep } from '#features/clients/registry/viacep.ts'
import type { Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const under = (base: string, path: string) => new URL(`${base.replace(/\/$/, '')}/${path}`)

/** Answers the federal registry's data of a CNPJ, from the sources in the settings. */
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

/** A place with its municipality as references are sent, when we know its code. */
async function located({ sql: db }: Ctx, { ibge, ...place }: CompanyAddress) {
  const { rows } = await sql<{
    id: number
    uuid: string
    name: string
  }>`select id, uuid, name from cities where ibge = ${ibge}`.execute(db)
  return { ...place, city: rows[0] ?? null }
}

const cnpjRoute = serve(lookUpCnpj, async (ctx, { cnpj }) => {
  const { answer, at } = await lookUpCompany(ctx, cnpj)
  return { at, data: { ...answer, address: answer.address && (await located(ctx, answer.address)) } }
})

const zipRoute = serve(lookUpZip, async (ctx, { zip }) => {
  const base = ctx.config.of(cepUrl)
  const { answer, at } = await ask<CompanyAddress>(ctx, {
    kind: 'cep',
    key: zip,
    sources: base ? [{ integration: 'viacep', url: under(base, `${zip}/json/`), rate: 60, read: fromViaCep }] : [],
    called: 'A consulta de CEP',
    setting: cepUrl.name,
    missing: 'Este CEP não existe. Confira os 8 dígitos.',
    instead: 'Preencha à mão',
  })
  return { at, data: await located(ctx, answer) }
})

export const lookUpRoutes = [cnpjRoute, zipRoute] as const
