import { sql } from 'kysely'
import * as z from 'zod'
import { problem } from '#kernel/problem.ts'
import { saveRegistrationKeys } from '#features/billing/bills/registration/api.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import {
  providerOf,
  providers,
  type SlipEnvironment,
  type SlipProvider,
} from '#features/billing/bills/slip/registrations.ts'
import { noSecretsKey, seal, unseal, unsealed } from '#parts/secret/seal.server.ts'
import { secretsKey } from '#parts/secret/settings.server.ts'
import { record } from '#server/audit.ts'
import type { Config } from '#server/config.ts'
import { say } from '#server/log.ts'
import { doneAnswer, type Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Whose keys are meant: those of tests are never used in production. */
export interface KeyOwner {
  readonly account: number
  readonly provider: SlipProvider
  readonly environment: SlipEnvironment
}
const purpose = ({ account, provider, environment }: KeyOwner, of: 'keys' | 'hook') =>
  `account:${account}:${provider}:${environment}:${of}`

export const saveKeys = serve(saveRegistrationKeys, async (ctx, { id, body }) => {
  const { provider } = body
  const account = await ctx.rows(checkingAccounts).hold(id)
  if (ctx.config.of(secretsKey) === undefined) throw problem('conflict', noSecretsKey)
  if (providerOf(account.registration) !== provider)
    throw problem('conflict', `Esta conta não registra pelo ${providers[provider]}: escolha isso nela antes, e salve.`)
  const owner = { account: account.id, provider, environment: account.registration_environment } as const
  const hook = body.provider === 'asaas' ? body.hook : null
  const { provider: _provider, ...given } = body
  const secrets = body.provider === 'asaas' ? { token: body.token } : given
  await sql`
    insert into account_credentials (checking_account_id, provider, environment, secrets, hook, updated_at)
    values (${owner.account}, ${provider}, ${owner.environment}, ${seal(ctx.config, purpose(owner, 'keys'), JSON.stringify(secrets))},
      ${hook && seal(ctx.config, purpose(owner, 'hook'), hook)}, now())
    on conflict (checking_account_id, provider, environment) do update set secrets = excluded.secrets, hook = excluded.hook,
      updated_at = now(), tested_at = null, test_error = null`.execute(ctx.sql)
  await record(ctx, checkingAccounts, account.id, 'registro.chaves', {
    [`${providers[provider]} (${owner.environment})`]: [null, '(guardada)'],
  })
  return doneAnswer(200, `Chaves do ${providers[provider]} guardadas com segurança. Teste a conexão.`, {})
})

interface StoredKeys {
  readonly secrets: string
  readonly tested_at: string | null
  readonly test_error: string | null
}
async function storedKeys(db: Sql, { account, provider, environment }: KeyOwner): Promise<StoredKeys | null> {
  const { rows } = await sql<StoredKeys>`
    select secrets, tested_at::text as tested_at, test_error from account_credentials
    where checking_account_id = ${account} and provider = ${provider} and environment = ${environment}`.execute(db)
  return rows[0] ?? null
}

/** Whether there are keys, whether they open, and how their last test went. */
export async function keyStanding(db: Sql, config: Config, owner: KeyOwner) {
  const stored = await storedKeys(db, owner)
  const opens =
    stored !== null &&
    config.of(secretsKey) !== undefined &&
    unsealed(config, purpose(owner, 'keys'), stored.secrets) !== null
  return {
    has_key: stored !== null,
    opens,
    tested_at: stored?.tested_at ?? null,
    test_error: stored?.test_error ?? null,
  }
}

async function openedKeys<T>(db: Sql, config: Config, owner: KeyOwner, shape: z.ZodType<T>): Promise<T> {
  const stored = await storedKeys(db, owner)
  if (!stored)
    throw problem(
      'conflict',
      `A conta corrente não tem a chave do ${providers[owner.provider]} deste ambiente: guarde-a na tela dela.`,
    )
  return shape.parse(JSON.parse(unseal(config, purpose(owner, 'keys'), stored.secrets)))
}

const asaasKeys = z.object({ token: z.string() })
const bbKeys = z.object({ client_id: z.string(), client_secret: z.string(), app_key: z.string() })
export type BbKeys = z.infer<typeof bbKeys>

type AccountOf = Omit<KeyOwner, 'provider'>
/** The keys of an account, for the moment of their use alone. Throws a 409 where there are none, or they do not open. */
export const asaasKeysOf = (db: Sql, config: Config, owner: AccountOf) =>
  openedKeys(db, config, { ...owner, provider: 'asaas' }, asaasKeys)
export const bbKeysOf = (db: Sql, config: Config, owner: AccountOf) =>
  openedKeys(db, config, { ...owner, provider: 'bb' }, bbKeys)

/** Writes down how a test of the keys went. */
export const noteTest = (db: Sql, { account, provider, environment }: KeyOwner, error: string | null) =>
  sql`
    update account_credentials set tested_at = now(), test_error = ${error}
    where checking_account_id = ${account} and provider = ${provider} and environment = ${environment}`.execute(db)

/** Whether any account has keys of this provider: without, it is never called. */
export async function lackingKeysOf(db: Sql, provider: SlipProvider): Promise<string | null> {
  const { rows } = await sql`select 1 from account_credentials where provider = ${provider} limit 1`.execute(db)
  return rows.length
    ? null
    : `Nenhuma conta corrente registra pelo ${providers[provider]}: escolha em Contas correntes, e guarde a chave na tela dela.`
}

interface HookToken extends Omit<KeyOwner, 'provider'> {
  readonly token: string
}
/** The tokens with which Asaas proves itself, by account; without those that do not open. */
export async function chargeHookTokens(db: Sql, config: Config): Promise<readonly HookToken[]> {
  if (config.of(secretsKey) === undefined) return []
  const { rows } = await sql<{ account: number; environment: SlipEnvironment; hook: string }>`
    select checking_account_id::float8 as account, environment, hook from account_credentials
    where provider = 'asaas' and hook is not null order by 1, 2`.execute(db)
  return rows.flatMap(({ account, environment, hook }) => {
    const token = unsealed(config, purpose({ account, provider: 'asaas', environment }, 'hook'), hook)
    if (token !== null) return { account, environment, token }
    if (!reported.has(hook))
      say('warn', `O token do webhook da conta corrente ${account} não abre com a SECRETS_KEY atual: guarde-o de novo.`)
    reported.add(hook)
    return []
  })
}
const reported = new Set<string>()
