import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import { isLocked } from '#kernel/resource.ts'
import { join } from '#kernel/text.ts'
import { mergeTicket, previewMerge, unmergeTicket, type MergedTicket } from '#features/support/tickets/ticket/api.ts'
import { reopenTicket } from '#features/support/tickets/messages/messages.server.ts'
import { questionBars } from '#features/support/tickets/ticket/question.server.ts'
import { tickets, type Ticket } from '#features/support/tickets/ticket/tickets.ts'
import { hearersOf } from '#features/support/tickets/ticket/who.server.ts'
import { statusOf } from '#parts/status/status.server.ts'
import { doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

/** Why one ticket cannot go on in another; nothing, where it can. */
async function barsOf(ctx: Ctx, from: Ticket, into: Ticket): Promise<readonly string[]> {
  if (from.id === into.id) return ['É o mesmo chamado.']
  const asked = await hearersOf(ctx, from)
  const blind = asked.filter(({ id }) => !into.question && id !== into.opened_user_id && id !== into.requester_id)
  return [
    ...(from.client_id === into.client_id ? [] : ['São de clientes diferentes: relacione os dois em vez de mesclar.']),
    ...questionBars(from, into),
    ...(from.merged_id === null ? [] : [`O #${from.id} já continua no #${from.merged_id}.`]),
    ...(isLocked(tickets, into) ? [`O #${into.id} está finalizado: reabra antes, ou mescle ao contrário.`] : []),
    ...(from.active && into.active ? [] : ['Um dos dois está inativo: reative antes.']),
    // Requesters of one ticket must see the other, or they would lose their conversation.
    ...(blind.length
      ? [
          `${join(blind.map(({ name }) => name))} não vê o #${into.id}: escolha como solicitante dele, ou relacione os dois em vez de mesclar.`,
        ]
      : []),
  ]
}

async function contentsOf({ sql: db }: Ctx, id: number) {
  const { rows } = await sql<{ messages: number; notes: number; files: number }>`
    select count(*) filter (where not internal)::int as messages, count(*) filter (where internal)::int as notes,
      (select count(*)::int from ticket_uploads where ticket_id = ${id} and deleted_at is null) as files
    from ticket_messages where ticket_id = ${id} and deleted_at is null`.execute(db)
  return rows[0] ?? { messages: 0, notes: 0, files: 0 }
}

const mergePreview = async (ctx: Ctx, { id, name, client }: Ticket): Promise<MergedTicket> => ({
  number: id,
  name,
  client: client.name,
  ...(await contentsOf(ctx, id)),
})

const previewRoute = serve(previewMerge, async (ctx, { id, query }) => {
  refuseOutsiders(ctx)
  const [from, into] = [await ctx.rows(tickets).find(id), await ctx.rows(tickets).find(query.into)]
  const refusals = await barsOf(ctx, from, into)
  return {
    data: {
      from: await mergePreview(ctx, from),
      into: await mergePreview(ctx, into),
      able: !refusals.length,
      refusals,
    },
  }
})

/**
 * Locks both tickets, in id order so that two callers cannot deadlock, and reads them only then, so that changes committed
 * meanwhile count.
 */
async function holdBoth(ctx: Ctx, one: string, other: string) {
  const [from, into] = [await ctx.rows(tickets).locate(one), await ctx.rows(tickets).locate(other)]
  for (const id of [...new Set([from, into])].toSorted((a, b) => a - b)) await ctx.rows(tickets).hold(id)
  return [await ctx.rows(tickets).find(from), await ctx.rows(tickets).find(into)] as const
}

const mergeRoute = serve(mergeTicket, async (ctx, { id, body }) => {
  refuseOutsiders(ctx)
  const [from, into] = await holdBoth(ctx, id, body.into)
  const refusals = await barsOf(ctx, from, into)
  if (refusals.length) throw problem('conflict', refusals.join(' '))
  const status_id = await statusOf(ctx, 'Ticket', 'finalizado')
  const settled = { status_id, merged_id: into.id, reply_by: null, remind_on: null }
  await ctx.rows(tickets).update(from.id, { ...settled, closed_user_id: ctx.user.id }, undefined, 'mesclar')
  // What had gone on in it goes on where it does.
  const { rows } = await sql<{ id: number }>`
      select id from tickets where merged_id = ${from.id} and deleted_at is null and active order by id`.execute(
    ctx.sql,
  )
  await ctx.rows(tickets).updateAll(rows.map(row => ({ key: row.id, draft: { status_id, merged_id: into.id } })))
  // The office owes the earlier of the two answers; the later message is the last one.
  await sql`
      update tickets t set reply_by = least(t.reply_by, ${from.reply_by}::timestamptz),
        spoken_at = greatest(t.spoken_at, f.spoken_at),
        spoken_user_id = case when f.spoken_at > coalesce(t.spoken_at, '-infinity') then f.spoken_user_id else t.spoken_user_id end
      from tickets f where t.id = ${into.id} and f.id = ${from.id}`.execute(ctx.sql)
  const made = await ctx.rows(tickets).find(into.id)
  return doneAnswer(200, `O #${from.id} continua no #${into.id}.`, made)
})

const unmergeRoute = serve(unmergeTicket, async (ctx, { id }) => {
  refuseOutsiders(ctx)
  const row = await ctx.rows(tickets).hold(id)
  if (row.merged_id === null) throw problem('conflict', 'O chamado não continua em outro.')
  const made = await reopenTicket(ctx, { ...row, merged_id: null }, 'separar', { merged_id: null })
  return doneAnswer(200, `O #${row.id} está separado e em aberto outra vez.`, made)
})

/** What was written stays where it was written: a conversation that goes on in another is read together with it. */
export const mergeRoutes: readonly AnyOperation[] = [previewRoute, mergeRoute, unmergeRoute]
