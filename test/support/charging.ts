import { sql } from 'kysely'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import { dataOf, type World } from './world.ts'

export const hook = 'canario-token-do-webhook-de-cobrancas'
const today = dayIn(new Date()).day

/** A client that a boleto can be registered for, and an account that registers. */
export async function readyToCharge(world: World, account: object, keys: object) {
  const { rows } = await sql<{ id: number }>`select id from cities where ibge = 3554102`.execute(world.db)
  const city_id = rows[0]?.id
  await sql`update empresas set cnpj = '12ABC34501DE35', razao_social = 'Farol Ltda', municipio_id = ${city_id} where id = ${world.companies.A}`.execute(
    world.db,
  )
  const address = { zipcode: '12020-000', address: 'Rua das Palmeiras', number: '100', neighborhood: 'Centro', city_id }
  const client = world.target('clients', 'A1')?.id ?? 0
  const body = { document: '11.222.333/0001-81', addresses: [address] }
  const housed = await world.call('superAdmin', 'PUT', `clients/${client}`, { body })
  if (housed.status !== 200) throw new Error(housed.text)
  const made = await world.make(checkingAccounts, 'A1', {
    empresa_id: world.companies.A,
    wallet: null,
    agreement: null,
    bank: null,
    agency: null,
    account: null,
    account_digit: null,
    pix_kind: 'email',
    pix_key: 'pix@farol.com.br',
    fine_percent: 2,
    interest_percent: 1,
    registration_environment: 'producao',
    next_number: 1,
    ...account,
  })
  const kept = await world.call('superAdmin', 'PUT', `checking-accounts/${made.uuid}/registro/chaves`, { body: keys })
  if (kept.status !== 200) throw new Error(kept.text)
  return made
}

/** The acts of a test about boletos of one account. */
export function chargingActs(world: World, account: { readonly id: number }) {
  const settled = () => world.runner.settled()
  const act = async (uuid: string, name: string, who = 'staffA') => {
    const reply = await world.call(who, 'PUT', `bills-to-receive/${uuid}/${name}`)
    await settled()
    return reply
  }
  return {
    act,
    bill: (more: object = {}) =>
      world.make(bills, 'A1', {
        checking_account_id: account.id,
        issue_date: today,
        due_date: dayAfter(today, 20),
        value: 300,
        billet_number: null,
        bar_code: null,
        discount: null,
        fees: null,
        tariff: null,
        traffic_ticket: null,
        ...more,
      }),
    again: async () => {
      await sql`update integration_queues set next_attempt_at = null where state = 'pendente'`.execute(world.db)
      world.house.events.tell({ of: integrationQueues, uuid: '' })
      await settled()
    },
    knock: async (body: object, token = hook) => {
      const reply = await world.call('anonymous', 'POST', 'webhooks/asaas/cobrancas', {
        body,
        headers: { 'asaas-access-token': token },
      })
      await settled()
      return reply
    },
    billOf: async (uuid: string) => dataOf(await world.call('staffA', 'GET', `bills-to-receive/${uuid}`)),
    paying: async (uuid: string, who = 'staffA'): Promise<Readonly<Record<string, unknown>>> =>
      Object((await world.call(who, 'GET', `bills-to-receive/${uuid}/pagamento`)).body.data),
    payments: async (bill: number) =>
      (
        await sql<{ value: number; source: string; reference: string; reversed: boolean }>`
          select value::float8 as value, source, reference, reversed_at is not null as reversed
          from bill_payments where bill_id = ${bill} order by id`.execute(world.db)
      ).rows,
    lines: async (bill: number) =>
      (
        await sql<{ uuid: string; state: string; verdict: string; note: string | null; paid: number | null }>`
          select uuid, state, verdict, note, paid::float8 as paid from bank_return_lines where bill_id = ${bill} order by id`.execute(
          world.db,
        )
      ).rows,
  }
}
