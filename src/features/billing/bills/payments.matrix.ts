import { bills } from '#features/billing/bills/bill/bills.ts'
import { billPayments } from '#features/billing/bills/payments/payments.ts'
import { owners, sees, type MatrixCase, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { Principal, World } from '#test/support/world.ts'

/** Cases of a payment of an own bill, and of a foreign one. */
const paymentCases = (world: World, who: Principal, act: string, body: object): Promise<readonly MatrixCase[]> =>
  Promise.all(
    owners.map(async owner => ({
      about: owner,
      url: `bills-to-receive/${(await world.make(bills, owner, { value: 500 })).uuid}/${act}`,
      body,
      status: sees(who, owner) ? 201 : 404,
      audits: 2,
      besides: ['bill-payments.store'],
    })),
  )

export const paymentsMatrix: MatrixCases = {
  'bills-to-receive.receber': (world, who) =>
    paymentCases(world, who, 'receber', { paid_on: '2026-02-05', value: 0.01 }),
  'bills-to-receive.receber.ajustado': (world, who) =>
    paymentCases(world, who, 'receber-ajustado', { paid_on: '2026-02-05', value: 0.01, fine: 0, interest: 0 }),
  // A bill of others is refused like one that is not there; the answer names what was sent and nothing else.
  'bills-to-receive.receber-varias': (world, who) =>
    Promise.all(
      owners.map(async owner => {
        const { uuid: bill } = await world.make(bills, owner, { value: 500 })
        const body = { paid_on: '2026-02-05', reference: `matriz ${bill}`, payments: [{ bill, value: 0.01 }] }
        const isSeen = sees(who, owner)
        return {
          about: owner,
          url: 'bills-to-receive/receber',
          body,
          status: 200,
          audits: isSeen ? 2 : 0,
          besides: ['bill-payments.store'],
        }
      }),
    ),
  'bill-payments.estornar': (world, who) =>
    Promise.all(
      owners.map(async owner => ({
        about: owner,
        url: `bill-payments/${(await world.make(billPayments, owner)).uuid}/estornar`,
        body: { reason: 'Veio em dobro' },
        status: sees(who, owner) ? 200 : 404,
        audits: 2,
        besides: ['bills-to-receive.estornar'],
      })),
    ),
}
