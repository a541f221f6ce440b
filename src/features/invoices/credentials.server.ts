import { sql } from 'kysely'
import * as z from 'zod'
import { dayIn } from '#kernel/clock.ts'
import { doneJson, shape, string } from '#kernel/json.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { empresas } from '#features/empresas/empresas.ts'
import { readPfx, type A1Certificate } from '#features/invoices/pfx.server.ts'
import { noSecretsKey, seal, unseal, unsealed } from '#features/invoices/seal.server.ts'
import { secretsKey } from '#features/invoices/settings.server.ts'
import { cnpjRoot } from '#kernel/brasil.ts'
import { record, type Changes } from '#server/audit.ts'
import type { Config } from '#server/config.ts'
import { key } from '#server/crud.ts'
import { say } from '#server/log.ts'
import { done, operation, type Ctx, type Sql } from '#server/operation.ts'

const keyed = z.object({ id: key })
const calls = { access: 'permission', scope: empresas, rate: 'write', params: keyed } as const
const purpose = (empresa: number, of: 'certificate' | 'asaas' | 'hook') => `empresa:${empresa}:${of}`

/** A certificate A1 is some 5 KB; its chain may be as long again. */
const largestPfx = 64 * 1024

const certificateBody = z.strictObject({
  file: z
    .base64('Envie o arquivo em base64.')
    .max(Math.ceil((largestPfx * 4) / 3), 'O arquivo é grande demais para um certificado A1.'),
  password: z.string('Informe a senha do certificado.').max(200),
})

/** The company, held; refuses where there is no key to keep its secrets under. */
async function holdCompany(ctx: Ctx, id: string) {
  const company = await ctx.rows(empresas).hold(id)
  refuseKeyless(ctx)
  return company
}
function refuseKeyless({ config }: Pick<Ctx, 'config'>) {
  if (config.of(secretsKey) === undefined) throw problem('conflict', noSecretsKey)
}

const tell = (ctx: Ctx, id: number, event: string, changed: Changes) => record(ctx, empresas, id, event, changed)

const putCertificate = operation<{ id: string }, unknown, z.infer<typeof certificateBody>>({
  ...calls,
  id: 'empresas.certificado',
  summary: 'Guardar o certificado digital A1 de uma empresa',
  method: 'PUT',
  url: '/api/v1/empresas/:id/certificado',
  audit: 'empresas.certificado',
  body: certificateBody,
  limit: 256 * 1024,
  transaction: 'own',
  answers: { 200: doneJson(shape({ holder: string, valid_until: string })) },
  handle: async (ctx, { params, body: { file, password } }) => {
    await ctx.rows(empresas).find(params.id, [])
    refuseKeyless(ctx)
    const read = await readPfx({ user: ctx.user.id }, { bytes: Buffer.from(file, 'base64'), password })
    if (Date.parse(read.validUntil) <= Date.now()) throw invalid({ file: 'Este certificado já venceu.' })
    return ctx.transact(inner => storeCertificate(inner, params.id, read))
  },
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
  return done(200, 'Certificado guardado com segurança.', { holder, valid_until: validUntil })
}

const dropCertificate = operation<{ id: string }>({
  ...calls,
  id: 'empresas.certificado.esquecer',
  summary: 'Esquecer o certificado digital de uma empresa',
  method: 'DELETE',
  url: '/api/v1/empresas/:id/certificado',
  audit: 'empresas.certificado.esquecer',
  answers: { 200: doneJson(shape({})) },
  handle: async (ctx, { params }) => {
    const { id } = await ctx.rows(empresas).hold(params.id)
    await sql`
      update issuer_credentials set certificate = null, holder = null, document = null, valid_until = null, updated_at = now()
      where empresa_id = ${id}`.execute(ctx.sql)
    await tell(ctx, id, 'certificado.esquecer', { certificado: ['(guardado)', null] })
    return done(200, 'Certificado esquecido.', {})
  },
})

const tokenBody = z.strictObject({
  token: z.string('Informe a chave do Asaas.').trim().min(20, 'Confira: a chave é mais longa.').max(400),
  hook: z.string('Informe o token do webhook.').trim().min(32, 'Use ao menos 32 caracteres.').max(255),
})

const putToken = operation<{ id: string }, unknown, z.infer<typeof tokenBody>>({
  ...calls,
  id: 'empresas.asaas',
  summary: 'Guardar a chave e o token de webhook do Asaas de uma empresa',
  method: 'PUT',
  url: '/api/v1/empresas/:id/asaas',
  audit: 'empresas.asaas',
  body: tokenBody,
  answers: { 200: doneJson(shape({})) },
  handle: async (ctx, { params, body }) => {
    const { id } = await holdCompany(ctx, params.id)
    const [token, hook] = [
      seal(ctx.config, purpose(id, 'asaas'), body.token),
      seal(ctx.config, purpose(id, 'hook'), body.hook),
    ]
    await sql`
      insert into issuer_credentials (empresa_id, asaas_token, asaas_hook, updated_at) values (${id}, ${token}, ${hook}, now())
      on conflict (empresa_id) do update set asaas_token = excluded.asaas_token, asaas_hook = excluded.asaas_hook,
        updated_at = now()`.execute(ctx.sql)
    await tell(ctx, id, 'asaas', { asaas: [null, '(guardada)'] })
    return done(200, 'Chave do Asaas guardada com segurança.', {})
  },
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
