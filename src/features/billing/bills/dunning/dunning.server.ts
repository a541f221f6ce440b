import { sql } from 'kysely'
import { isBankDay } from '#kernel/calendar.ts'
import { dayIn } from '#kernel/clock.ts'
import { problem } from '#kernel/problem.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { waysToPay } from '#features/billing/bills/boleto/ways.server.ts'
import { waysInWords, whyNoLine, type WaysToPay } from '#features/billing/bills/boleto/ways.ts'
import { pauseDunning, readDunning, type BillDunning } from '#features/billing/bills/dunning/api.ts'
import { nextStep, stepOn, type DunningRuler } from '#features/billing/bills/dunning/dunning.ts'
import {
  openBills,
  previewOfRuler,
  rulerTexts,
  skipPastSteps,
  type DunnedBill,
} from '#features/billing/bills/dunning/ruler.server.ts'
import { readReplyAddress } from '#features/billing/bills/statement/reply.server.ts'
import { financeContacts } from '#features/billing/bills/statement/statement.server.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { countedResult, hour as hourly } from '#parts/chore/chore.ts'
import { write, type Posted } from '#parts/outbox/outbox.server.ts'
import type { Prepare } from '#parts/outbox/prepare.server.ts'
import { record } from '#server/audit.ts'
import { publicUrl, type Config } from '#server/config.ts'
import type { House, Chore } from '#server/house.ts'
import { doneAnswer, type AnyOperation, type Sql } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

/** Nobody is written to at night. */
const morning = 8

/** Marks the steps that came; what another process marked is not ours. */
async function markSteps(trx: Sql, asked: readonly { bill: DunnedBill; step: number }[]) {
  const given = asked.map(({ bill, step }) => ({ bill_id: bill.id, step: String(step) }))
  const { rows } = await sql<{ bill_id: number }>`
    insert into bill_dunnings (bill_id, step)
    select bill_id, step from json_to_recordset(${JSON.stringify(given)}::json) as n(bill_id bigint, step text)
    on conflict do nothing returning bill_id`.execute(trx)
  const ours = new Set(rows.map(each => each.bill_id))
  return asked.filter(({ bill }) => ours.has(bill.id))
}

/**
 * Mails clients about due bills, on working days and once per step; steps and mails commit in one transaction. A client gets one
 * mail for all its bills. Returns how many bills had a step marked.
 */
export async function remindOfDebts(
  { database, config, mail }: Pick<House, 'database' | 'config' | 'mail'>,
  now: Date,
): Promise<number> {
  const { day, hour } = dayIn(now)
  if (hour < morning || !isBankDay(day)) return 0
  const written = await database.kysely.transaction().execute(async trx => {
    const { ruler } = await rulerTexts(trx)
    if (ruler === null || ruler === 'wrong') return 0
    const asked = (await openBills(trx)).flatMap(bill => {
      const step = stepOn(ruler, bill.due_date, day)
      return step === null ? [] : [{ bill, step }]
    })
    const ours = asked.length ? await markSteps(trx, asked) : []
    const owners = [...new Set(ours.map(({ bill }) => bill.client_id))]
    const contacts = await financeContacts({ sql: trx }, owners)
    const ways = await waysToPay(
      trx,
      ours.map(({ bill }) => bill.id),
      day,
    )
    const replyTo = await readReplyAddress(trx)
    for (const owner of owners) {
      const [contact] = contacts.get(owner) ?? []
      if (!contact) continue
      const theirs = ours.filter(({ bill }) => bill.client_id === owner).map(({ bill }) => bill)
      const lines = theirs.flatMap(bill => {
        const paid = ways.get(bill.id)
        return paid ? [{ ...bill, paid }] : []
      })
      const [laid] = await write(trx, config, [letterOf(config, lines, { ...contact, replyTo })])
      await sql`
        update bill_dunnings set recipient = ${contact.email}, mail_id = ${laid?.id ?? null}
        where mail_id is null and (bill_id, step) in (
          select bill_id, step from json_to_recordset(${JSON.stringify(
            ours.flatMap(({ bill, step }) =>
              bill.client_id === owner ? [{ bill_id: bill.id, step: String(step) }] : [],
            ),
          )}::json) as n(bill_id bigint, step text))`.execute(trx)
    }
    return ours.length
  })
  if (written) mail.sender?.nudge()
  return written
}

interface ChargedBill extends DunnedBill {
  readonly paid: WaysToPay
}
function letterOf(
  config: Config,
  lines: readonly ChargedBill[],
  contact: { name: string; email: string; replyTo: string | null },
): Posted {
  const [first] = lines
  const late = lines.some(({ paid }) => paid.cost.days > 0)
  const path = `/clients/${first?.client_uuid}?tab=financeiro`
  const subject = late ? `Conta em atraso de ${first?.client}` : `Vencimento de ${first?.client}`
  return {
    kind: 'cobranca',
    to: contact.email,
    replyTo: contact.replyTo,
    client_id: first?.client_id ?? 0,
    about: { text: subject, path },
    letter: {
      name: contact.name,
      subject: `${config.APP_NAME}: ${subject}`,
      reason: late
        ? `Não encontramos o pagamento do que está abaixo. Se já foi pago, ${contact.replyTo ? 'responda a este e-mail com o comprovante' : 'desconsidere este aviso'}.`
        : 'Para você se programar, o que vence está abaixo.',
      link: `${publicUrl(config)}${path}`,
      label: 'Ver as contas em aberto',
      terms: lines.flatMap(({ text, due_date, left, paid }) => {
        const { days, total } = paid.cost
        return [
          `- ${text}, ${days > 0 ? 'venceu' : 'vence'} em ${showDate(due_date)}: ${showMoney(left / 100)}${
            total === left
              ? ''
              : `; ${total > left ? 'com multa e juros' : 'com o desconto'}, hoje: ${showMoney(total / 100)}`
          }`,
          ...waysInWords({ ...paid, why: whyNoLine(paid) }, contact.replyTo ? 'mail' : 'office'),
        ]
      }),
    },
  }
}

/** What waited to go is not sent once nothing of it is owed, or the client is not to be written to. */
export const stillOwed: Prepare = async (trx, { id }) => {
  const { rows } = await sql`
    select 1 from bill_dunnings d join bills_to_receive b on b.id = d.bill_id join clients c on c.id = b.client_id
    where d.mail_id = ${id} and b.deleted_at is null and b.active and not b.downloaded and not b.called_off
      and c.active and c.deleted_at is null and not exists (select 1 from dunning_pauses p where p.client_id = c.id)`.execute(
    trx,
  )
  if (!rows.length) throw problem('conflict', 'Nada disso está mais em aberto, ou a cobrança do cliente está pausada.')
  return {}
}

const whyNot = (
  ruler: DunningRuler | null | 'wrong',
  paused: boolean,
  bill: { downloaded: boolean; called_off: boolean; active: boolean },
) =>
  bill.downloaded
    ? 'A conta está paga.'
    : bill.called_off
      ? 'A conta está cancelada.'
      : !bill.active
        ? 'A conta está inativa.'
        : paused
          ? 'A cobrança deste cliente está pausada.'
          : ruler === null
            ? 'A régua de cobrança está desligada, em Configurações.'
            : ruler === 'wrong'
              ? 'A régua de cobrança em Configurações não pôde ser lida: use dias separados por vírgula.'
              : null

const show = serve(readDunning, async (ctx, { id }) => {
  const bill = await ctx.rows(bills).find(id, [])
  const { rows: sent } = await sql<BillDunning['sent'][number]>`
    select d.step::int as step, d.sent_at as at, d.recipient, d.skipped, m.state as mail
    from bill_dunnings d left join mails m on m.id = d.mail_id
    where d.bill_id = ${bill.id} order by d.sent_at desc, d.step`.execute(ctx.sql)
  const { rows: pauses } = await sql`select 1 from dunning_pauses where client_id = ${bill.client_id}`.execute(ctx.sql)
  const { ruler } = await rulerTexts(ctx.sql)
  const stopped = whyNot(ruler, pauses.length > 0, bill)
  const today = dayIn(new Date()).day
  const next = stopped || ruler === null || ruler === 'wrong' ? null : nextStep(ruler, bill.due_date, today)
  return { stopped, next, paused: pauses.length > 0, sent }
})

const pause = serve(pauseDunning, async (ctx, { id: key, body: { paused, reason } }) => {
  refuseOutsiders(ctx)
  const { id } = await ctx.rows(clients).hold(key)
  const { rows } = paused
    ? await sql`
        insert into dunning_pauses (client_id, user_id, reason) values (${id}, ${ctx.user.id}, ${reason || null})
        on conflict do nothing returning client_id`.execute(ctx.sql)
    : await sql`delete from dunning_pauses where client_id = ${id} returning client_id`.execute(ctx.sql)
  if (rows.length) await record(ctx, clients, id, 'cobranca.pausar', { cobranca_pausada: [!paused, paused] })
  return doneAnswer(
    200,
    paused ? 'Cobrança pausada: nada é escrito a este cliente sobre contas.' : 'Cobrança retomada.',
    {
      paused,
    },
  )
})

export const dunningOperations: readonly AnyOperation[] = [show, pause, previewOfRuler]

export const dunningChore: Chore = {
  name: 'regua-cobranca',
  title: 'Régua de cobrança',
  about:
    'Escreve aos clientes, nos dias úteis, sobre as contas que vencem ou venceram, como a régua de Configurações diz.',
  every: hourly,
  run: async (house, { now }) => {
    await skipPastSteps(house.database, dayIn(now).day)
    return countedResult(await remindOfDebts(house, now), 'conta lembrada', 'contas lembradas', 'f')
  },
}
