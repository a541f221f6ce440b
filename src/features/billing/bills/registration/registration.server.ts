import { problem } from '#kernel/problem.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import {
  readRegistrationStanding,
  registerBoletoAgain,
  testRegistration,
} from '#features/billing/bills/registration/api.ts'
import { asaasCharges, talkToAsaas, tryAsaas } from '#features/billing/bills/registration/asaas.server.ts'
import { BbRefusal } from '#features/billing/bills/registration/bb-talk.server.ts'
import { bbCharges, talkToBb, tryBb } from '#features/billing/bills/registration/bb.server.ts'
import {
  keyStanding,
  noteTest,
  saveKeys,
  type KeyOwner,
} from '#features/billing/bills/registration/credentials.server.ts'
import { chargeHook } from '#features/billing/bills/registration/hook.server.ts'
import { integrationOf, layRegistration } from '#features/billing/bills/registration/lay.server.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { fitAccount } from '#features/billing/bills/slip/fit.ts'
import { providerOf, providers } from '#features/billing/bills/slip/registrations.ts'
import { clearRefusal, liveSlip } from '#features/billing/bills/slip/slips.server.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { AsaasRefusal } from '#parts/asaas/talk.server.ts'
import { hurryItem } from '#parts/integration/hurry.server.ts'
import type { Talk } from '#parts/integration/integration.server.ts'
import { recordTalk } from '#parts/integration/record.server.ts'
import { talkTo, wordsOfTrouble } from '#parts/integration/talk.server.ts'
import { secretsKey } from '#parts/secret/settings.server.ts'
import { record } from '#server/audit.ts'
import { doneAnswer, type Ctx } from '#server/operation.ts'
import { Unanswered } from '#server/outbound.ts'
import { serve } from '#server/serve.ts'

const standing = serve(readRegistrationStanding, async (ctx, { id }) => {
  const account = await ctx.rows(checkingAccounts).find(id)
  const provider = providerOf(account.registration)
  const environment = account.registration_environment
  const keys_stored = ctx.config.of(secretsKey) !== undefined
  const keys = provider
    ? await keyStanding(ctx.sql, ctx.config, { account: account.id, provider, environment })
    : { has_key: false, opens: false, tested_at: null, test_error: null }
  const lacks = provider
    ? [
        ...(account.empresa_id === null ? ['a empresa beneficiária'] : []),
        ...(provider === 'bb' && !fitAccount(account).account ? ['os dados do convênio'] : []),
        ...(!keys_stored
          ? ['SECRETS_KEY, na instalação']
          : !keys.has_key
            ? [`a chave do ${providers[provider]}`]
            : !keys.opens
              ? ['a chave guardada de novo: ela não abre com a SECRETS_KEY atual']
              : []),
      ]
    : []
  return { data: { provider, environment, keeps_secrets: keys_stored, lacks, ...keys } }
})

const inOneLine = (error: AsaasRefusal | BbRefusal | Unanswered) =>
  error instanceof Unanswered
    ? wordsOfTrouble(error)
    : error.reasons
        .map(({ message }) => message)
        .join(' ')
        .slice(0, 500)

/** Calls the provider with the stored keys, and changes nothing there. */
async function tryKeys(ctx: Ctx, owner: KeyOwner, agreement: string): Promise<string | null> {
  const name = `Teste da conexão: ${providers[owner.provider]}`
  const talk: Talk = (url, question = {}) =>
    talkTo(url, question, answer =>
      recordTalk(ctx, {
        integration: integrationOf[owner.provider],
        name,
        ok: answer.status !== null && answer.status < 400,
        note: answer.message ?? `Respondeu ${answer.status}.`,
        said: answer,
      }),
    )
  try {
    if (owner.provider === 'asaas') await tryAsaas(await talkToAsaas(ctx.sql, ctx.config, talk, owner))
    else await tryBb(await talkToBb(ctx.sql, ctx.config, talk, owner), agreement)
    return null
  } catch (error) {
    if (error instanceof AsaasRefusal || error instanceof BbRefusal || error instanceof Unanswered)
      return inOneLine(error)
    throw error
  }
}

const test = serve(testRegistration, async (ctx, { id }) => {
  const account = await ctx.transact(inner => inner.rows(checkingAccounts).hold(id))
  const provider = providerOf(account.registration)
  if (!provider) throw problem('conflict', 'Esta conta não registra boletos sozinha: não há o que testar.')
  const owner = { account: account.id, provider, environment: account.registration_environment } as const
  const error = await tryKeys(ctx, owner, account.agreement ?? '')
  await ctx.transact(async inner => {
    await noteTest(inner.sql, owner, error)
    await record(inner, checkingAccounts, account.id, 'registro.testar', { teste: [null, error ?? 'aceita'] })
  })
  if (error !== null) throw problem('conflict', `A conexão falhou: ${error}`)
  return doneAnswer(200, `O ${providers[provider]} aceitou a chave. Nada foi registrado lá.`, {})
})

const again = serve(registerBoletoAgain, async (ctx, { id }) => {
  const bill = await ctx.rows(bills).hold(id)
  const slip = await liveSlip(ctx.sql, bill.id)
  if (!slip?.provider) throw problem('conflict', 'Esta conta não tem boleto que se registre sozinho.')
  if (slip.registered_at) throw problem('conflict', 'O boleto já está registrado.')
  if (bill.downloaded || bill.called_off) throw problem('conflict', 'Esta conta não é mais cobrada.')
  const item = await layRegistration(ctx, bill.id)
  if (!item || (!item.laid && !(await hurryItem(ctx, item))))
    throw problem('conflict', 'O registro está na fila, e é tentado sozinho em instantes.')
  await clearRefusal(ctx, slip.id)
  await record(ctx, bills, bill.id, 'registrar-boleto', {})
  ctx.tell({ of: bills, uuid: bill.uuid })
  return doneAnswer(200, 'O registro é tentado de novo.', await ctx.rows(bills).find(bill.id))
})

/** Registers boletos at the bank without a person, and hears what was paid. */
export const registrationOnServer: ServerFeature = {
  operations: () => [standing, saveKeys, test, again, chargeHook],
  integrations: [asaasCharges, bbCharges],
}
