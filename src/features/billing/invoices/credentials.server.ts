import { sql } from 'kysely'
import * as z from 'zod'
import { dayIn } from '#kernel/clock.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { empresas } from '#features/people/empresas/empresas.ts'
import { forgetCertificate, saveAsaasKey, saveCertificate } from '#features/billing/invoices/api.ts'
import { readPfx, type A1Certificate } from '#features/billing/invoices/pfx.server.ts'
import { noSecretsKey, seal, unseal, unsealed } from '#parts/secret/seal.server.ts'
import { secretsKey } from '#parts/secret/settings.server.ts'
import { cnpjRoot } from '#kernel/brasil.ts'
import { record, type Changes } from '#server/audit.ts'
import type { Config } from '#server/config.ts'
import { say } from '#server/log.ts'
import { doneAnswer, type Ctx, type Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const purpose = (empresa: number, of: 'certificate' | 'asaas' | 'hook') => `empresa:${empresa}:${of}`

/** Locks and reads the company. Throws a 409 without a key for secrets. */
async function holdCompany(ctx: Ctx, id: string) {
  const company = await ctx.rows(empresas).hold(id)
  refuseKeyless(ctx)
  return company
}
function refuseKeyless({ config }: Pick<Ctx, 'config'>) {
  if (config.of(secretsKey) === undefined) throw problem('conflict', noSecretsKey)
}

const tell = (ctx: Ctx, id: number, event: string, changed: Changes) => record(ctx, empresas, id, event, changed)

const putCertificate = serve(saveCertificate, async (ctx, { id, body: { file, password } }) => {
  await ctx.rows(empresas).find(id, [])
  refuseKeyless(ctx)
  const read = await readPfx({ user: ctx.user.id }, { bytes: Buffer.from(file, 'base64'), password })
  if (Date.parse(read.validUntil) <= Date.now()) throw invalid({ file: 'Este certificado já venceu.' })
  return ctx.transact(inner => storeCertificate(inner, id, read))
})

async function storeCertificate(
  ctx: Ctx,
  id: string,
  { key: own, chain, holder, document, validUntil }: A1Certificate,
) {
  const company = await holdCompany(ctx, id)
  if (company.cnpj && document && cnpjRoot(document) !== cnpjRoot(company.cnpj))
    throw invalid({ file: 'O certificado é de outro CNPJ.' })
  const sealed = seal(ctx.config, purpose(company.id, 'certificate'), JSON.stringify({ key: own, chain }))
  await sql`
    insert into issuer_credentials (empresa_id, certificate, holder, document, valid_until, updated_at)
    values (${company.id}, ${sealed}, ${holder}, ${document}, ${validUntil}::timestamptz, now())
    on conflict (empresa_id) do update set certificate = excluded.certificate, holder = excluded.holder,
      document = excluded.document, valid_until = excluded.valid_until, updated_at = now()`.execute(ctx.sql)
  await tell(ctx, company.id, 'certificado', {
    certificado: [null, `${holder}, até ${dayIn(new Date(validUntil)).day}`],
  })
  return doneAnswer(200, 'Certificado guardado com segurança.', { holder, valid_until: validUntil })
}

const dropCertificate = serve(forgetCertificate, async (ctx, input) => {
  const { id } = await ctx.rows(empresas).hold(input.id)
  await sql`
      update issuer_credentials set certificate = null, holder = null, document = null, valid_until = null, updated_at = now()
      where empresa_id = ${id}`.execute(ctx.sql)
  await tell(ctx, id, 'certificado.esquecer', { certificado: ['(guardado)', null] })
  return doneAnswer(200, 'Certificado esquecido.', {})
})

const putToken = serve(saveAsaasKey, async (ctx, { body, ...input }) => {
  const { id } = await holdCompany(ctx, input.id)
  const [token, hook] = [
    seal(ctx.config, purpose(id, 'asaas'), body.token),
    seal(ctx.config, purpose(id, 'hook'), body.hook),
  ]
  await sql`
      insert into issuer_credentials (empresa_id, asaas_token, asaas_hook, updated_at) values (${id}, ${token}, ${hook}, now())
      on conflict (empresa_id) do update set asaas_token = excluded.asaas_token, asaas_hook = excluded.asaas_hook,
        updated_at = now()`.execute(ctx.sql)
  await tell(ctx, id, 'asaas', { asaas: [null, '(guardada)'] })
  return doneAnswer(200, 'Chave do Asaas guardada com segurança.', {})
})

export const credentialOperations = [putCertificate, dropCertificate, putToken]

const pair = z.object({ key: z.string(), chain: z.string() })

/** The certificate of a company, for the moment of its use alone. Throws a 409 where there is none. */
export async function certificateOf(db: Sql, config: Config, empresa: number): Promise<z.infer<typeof pair>> {
  const { rows } = await sql<{ certificate: string | null }>`
    select certificate from issuer_credentials where empresa_id = ${empresa}`.execute(db)
  const sealed = rows[0]?.certificate
  if (!sealed) throw problem('conflict', 'A empresa não tem certificado: envie o A1 na tela dela.')
  return pair.parse(JSON.parse(unseal(config, purpose(empresa, 'certificate'), sealed)))
}

/** The key of a company at Asaas; the same. */
export async function asaasTokenOf(db: Sql, config: Config, empresa: number): Promise<string> {
  const { rows } = await sql<{ asaas_token: string | null }>`
    select asaas_token from issuer_credentials where empresa_id = ${empresa}`.execute(db)
  const sealed = rows[0]?.asaas_token
  if (!sealed) throw problem('conflict', 'A empresa não tem chave do Asaas: guarde-a na tela dela.')
  return unseal(config, purpose(empresa, 'asaas'), sealed)
}

/** The tokens with which Asaas says that it is Asaas, by company; without those that do not open. */
export async function hookTokens(
  db: Sql,
  config: Config,
): Promise<readonly { readonly empresa: number; readonly token: string }[]> {
  if (config.of(secretsKey) === undefined) return []
  const { rows } = await sql<{ empresa_id: number; asaas_hook: string }>`
    select empresa_id, asaas_hook from issuer_credentials where asaas_hook is not null order by 1`.execute(db)
  return rows.flatMap(({ empresa_id, asaas_hook }) => {
    const token = unsealed(config, purpose(empresa_id, 'hook'), asaas_hook)
    if (token !== null) return { empresa: empresa_id, token }
    // One that is of an earlier key is its company's trouble, and no other's.
    if (!reported.has(asaas_hook))
      say('warn', `O token do webhook da empresa ${empresa_id} não abre com a SECRETS_KEY atual: guarde-o de novo.`)
    reported.add(asaas_hook)
    return []
  })
}
const reported = new Set<string>()

/** What is stored for a company and does not open with the key of today: it was sealed with another. */
export async function unopenedOf(db: Sql, config: Config, empresa: number): Promise<readonly string[]> {
  if (config.of(secretsKey) === undefined) return []
  const { rows } = await sql<Readonly<Record<'certificate' | 'asaas' | 'hook', string | null>>>`
    select certificate, asaas_token as asaas, asaas_hook as hook from issuer_credentials where empresa_id = ${empresa}`.execute(
    db,
  )
  const labels = { certificate: 'o certificado', asaas: 'a chave do Asaas', hook: 'o token do webhook' } as const
  return (['certificate', 'asaas', 'hook'] as const)
    .filter(of => rows[0]?.[of] && unsealed(config, purpose(empresa, of), rows[0][of]) === null)
    .map(of => labels[of])
}
