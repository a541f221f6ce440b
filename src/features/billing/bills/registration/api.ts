import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, doneShape, keyShape, listShape, noData, rowShape } from '#kernel/wire.ts'
import { environments } from '#features/people/empresas/empresas.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { providers } from '#features/billing/bills/slip/registrations.ts'
import { integrationQueues } from '#parts/integration/queues.ts'

const standing = z.object({
  /** Null where a person or a file registers. */
  provider: keyShape(providers).nullable(),
  environment: keyShape(environments),
  /** Whether the installation can store secrets. */
  keeps_secrets: z.boolean(),
  has_key: z.boolean(),
  /** Whether what is stored opens with the key of the installation. */
  opens: z.boolean(),
  /** What is lacking to register a boleto, in words. */
  lacks: listShape(z.string()),
  tested_at: z.string().nullable(),
  /** Why the last test failed; null where it did not. */
  test_error: z.string().nullable(),
})

export const readRegistrationStanding = call.get('/checking-accounts/:id/registro', {
  id: 'checking-accounts.registro',
  summary: 'Ver o que falta para uma conta corrente registrar boletos sozinha',
  of: checkingAccounts,
  answer: dataShape(standing),
})

const secret = (label: string, least: number) =>
  z.string(`Informe ${label}.`).trim().min(least, `Confira ${label}: falta uma parte.`).max(2_000)

export const saveRegistrationKeys = call.put('/checking-accounts/:id/registro/chaves', {
  id: 'checking-accounts.registro.chaves',
  summary: 'Guardar as chaves com que uma conta corrente registra boletos',
  of: checkingAccounts,
  proof: 'any',
  body: z.discriminatedUnion('provider', [
    z.strictObject({
      provider: z.literal('asaas'),
      token: secret('a chave da API', 20),
      hook: z.string('Informe o token do webhook.').trim().min(32, 'Use ao menos 32 caracteres.').max(255),
    }),
    z.strictObject({
      provider: z.literal('bb'),
      client_id: secret('o client id', 8),
      client_secret: secret('o client secret', 8),
      app_key: secret('a chave da aplicação', 8),
    }),
  ]),
  limit: 64 * 1024,
  answer: doneShape(noData),
})

export const testRegistration = call.put('/checking-accounts/:id/registro/testar', {
  id: 'checking-accounts.registro.testar',
  summary: 'Testar a conexão de uma conta corrente com quem registra os boletos dela',
  of: checkingAccounts,
  rate: 'heavy',
  // The provider is called outside any transaction.
  transaction: 'own',
  answer: doneShape(noData),
})

export const registerBoletoAgain = call.put('/bills-to-receive/:id/registrar-boleto', {
  id: 'bills-to-receive.registrar-boleto',
  summary: 'Tentar de novo o registro do boleto de uma conta',
  of: bills,
  writes: [integrationQueues],
  answer: doneShape(rowShape(bills)),
})

/** Asaas sends it when there is news of a charge. */
export const receiveChargeNotice = call.post('/webhooks/asaas/cobrancas', {
  id: 'webhooks.asaas.cobrancas',
  summary: 'Receber um aviso do Asaas sobre uma cobrança',
  of: 'none',
  access: 'public',
  audit: null,
  body: z.looseObject({
    id: z.string('Falta o código do evento.').min(1).max(100),
    event: z.string('Falta o nome do evento.').max(60),
    payment: z
      .looseObject({ id: z.string().min(1).max(60), externalReference: z.string().max(100).nullish() })
      .optional(),
  }),
  limit: 64 * 1024,
  answer: z.object({ received: z.boolean() }),
})
