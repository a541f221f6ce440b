import { owners, sees, type MatrixCase, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { Principal, World } from '#test/support/world.ts'

/** The accounts of the world are of all companies: people of one company see them, and change none. */
const accountCase = (world: World, path: string, status: number): Pick<MatrixCase, 'about' | 'url' | 'status'> => ({
  about: 'of all companies',
  url: `checking-accounts/${world.target('checking-accounts', 'A1')?.uuid ?? ''}/${path}`,
  status,
})
const refusal = (who: Principal) => (who === 'superAdmin' ? 409 : 403)

export const registrationMatrix: MatrixCases = {
  'webhooks.asaas.cobrancas': () => [
    {
      about: 'without its token',
      url: 'webhooks/asaas/cobrancas',
      body: { id: 'evt', event: 'PAYMENT_RECEIVED', payment: { id: 'pay_1' } },
      status: 403,
    },
  ],
  // These bills have no boleto.
  'bills-to-receive.registrar-boleto': (world, who) =>
    owners.map(owner => ({
      about: owner,
      url: `bills-to-receive/${world.target('bills-to-receive', owner)?.uuid}/registrar-boleto`,
      status: sees(who, owner) ? 409 : 404,
    })),
  'checking-accounts.registro': world => [accountCase(world, 'registro', 200)],
  'checking-accounts.registro.chaves': (world, who) => [
    {
      ...accountCase(world, 'registro/chaves', refusal(who)),
      body: { provider: 'asaas', token: 'x'.repeat(30), hook: 'y'.repeat(40) },
    },
  ],
  'checking-accounts.registro.testar': (world, who) => [accountCase(world, 'registro/testar', refusal(who))],
}
