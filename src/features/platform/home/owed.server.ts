import { sql } from 'kysely'
import { can, isStaff } from '#kernel/access.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { listQuery } from '#kernel/page.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { waysToPay } from '#features/billing/bills/boleto/ways.server.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { clientSteps } from '#features/regulatory/collects/coleta/steps.ts'
import { pendingPapersOf } from '#features/clients/documents/pending.server.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { listOwed, type OwedThing } from '#features/platform/home/api.ts'
import { inOrder } from '#features/platform/home/owed.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { deadlineOf } from '#parts/period/deadline.ts'
import { label } from '#parts/period/period.ts'
import type { Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Days before its due date in which a bill is listed. */
const ahead = 30
const whole = { pagination: 'false', active: 'true' } as const
const emptyOwed = { fistel: null, due: null, late: false, amount: null, bar_code: null } as const

/** A client one is linked to. */
interface OwnClient {
  readonly id: number
  readonly uuid: string
  readonly name: string
}

/** Lists what the user's own clients owe, as far as the user may see; never the office's own work. */
const owedRoute = serve(listOwed, async ctx => {
  if (isStaff(ctx.user) || !can(ctx.user, 'clients.index')) return { data: [] }
  const own = await ctx.rows(clients).list(listQuery(clients, { ...whole, columns: 'name' }))
  const today = dayIn(new Date()).day
  const found = [
    ...(await coletasOf(ctx, today)),
    ...(await papersOf(ctx, own, today)),
    ...(await billsOf(ctx, today)),
    ...(await ticketsOf(ctx)),
  ]
  return { data: inOrder(found) }
})

/** Coletas to be filled in. */
async function coletasOf(ctx: Ctx, today: string): Promise<readonly OwedThing[]> {
  if (!can(ctx.user, 'collects.index')) return []
  const { rows: statuses } = await sql<{ id: number }>`
    select id from statuses where model = 'Collect' and slug = any(${[...clientSteps]}::text[]) and deleted_at is null`.execute(
    ctx.sql,
  )
  const open = await ctx.rows(collects).list(
    listQuery(collects, {
      ...whole,
      columns: 'client,fistel,year,month',
      'filter[status_id][in]': statuses.map(({ id }) => id).join(),
    }),
  )
  const fistels = new Map<string, Set<string>>()
  for (const { client, fistel } of open)
    fistels.set(client.uuid, (fistels.get(client.uuid) ?? new Set()).add(fistel.uuid))
  return open.map(({ uuid, client, fistel, ...period }) => {
    const { due, late } = deadlineOf(period, today, false)
    const several = (fistels.get(client.uuid)?.size ?? 0) > 1
    return {
      ...emptyOwed,
      kind: 'coleta',
      uuid,
      name: label(period),
      client,
      fistel: several ? fistel.name : null,
      due,
      late,
    }
  })
}

/** Lists missing, expired and expiring papers, except those of clients no longer served. */
async function papersOf(ctx: Ctx, own: readonly OwnClient[], today: string): Promise<readonly OwedThing[]> {
  if (!can(ctx.user, 'clients.pending-documents') || !own.length) return []
  const pending = await pendingPapersOf(
    ctx,
    own.map(({ id }) => id),
    today,
  )
  return own.flatMap(client =>
    (pending.get(client.id) ?? []).map(({ document_type: { uuid, name }, state, valid_until }): OwedThing => ({
      ...emptyOwed,
      kind: 'documento',
      uuid,
      name,
      client,
      due: valid_until,
      late: state === 'vencido',
    })),
  )
}

/** Lists overdue bills and those of the next days. A user who may read the client's record may see its bills. */
async function billsOf(ctx: Ctx, today: string): Promise<readonly OwedThing[]> {
  if (!can(ctx.user, 'clients.show')) return []
  const open = await ctx.rows(bills).list(
    listQuery(bills, {
      ...whole,
      'filter[downloaded]': 'false',
      'filter[called_off]': 'false',
      'filter[due_date][lte]': dayAfter(today, ahead),
    }),
  )
  const ways = await waysToPay(
    ctx.sql,
    open.map(({ id }) => id),
    today,
  )
  return open.flatMap((bill): readonly OwedThing[] => {
    const paid = ways.get(bill.id)
    return paid
      ? [
          {
            ...emptyOwed,
            kind: 'conta',
            uuid: bill.uuid,
            name: bill.subject ?? bill.finance_type.name,
            client: bill.client,
            due: bill.due_date,
            late: paid.cost.days > 0,
            amount: paid.cost.total / 100,
            bar_code: paid.line,
          },
        ]
      : []
  })
}

/** Lists their open tickets whose last message is the office's: these wait for the client. */
async function ticketsOf(ctx: Ctx): Promise<readonly OwedThing[]> {
  if (!can(ctx.user, 'tickets.index')) return []
  const all = await ctx
    .rows(tickets)
    .list(listQuery(tickets, { ...whole, columns: 'name,client,status,question,collect' }))
  const open = all.filter(({ status }) => status?.name !== 'Finalizado')
  const { rows: answered } = await sql<{ ticket_id: number }>`
    select ticket_id from (
      select distinct on (m.ticket_id) m.ticket_id, p.audience
      from ticket_messages m join users u on u.id = m.user_id join profiles p on p.id = u.profile_id
      where m.ticket_id = any(${open.map(({ id }) => id)}::bigint[]) and m.deleted_at is null and not m.internal
      order by m.ticket_id, m.created_at desc, m.id desc) latest
    where audience = 'equipe'`.execute(ctx.sql)
  const theirs = new Set(answered.map(({ ticket_id }) => ticket_id))
  return open
    .filter(({ id }) => theirs.has(id))
    .map(({ uuid, name, client, question, collect }) =>
      question && collect
        ? { ...emptyOwed, kind: 'pergunta', uuid: collect.uuid, name, client }
        : { ...emptyOwed, kind: 'chamado', uuid, name, client },
    )
}

export const homeOnServer: ServerFeature = { operations: () => [owedRoute] }
