import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { isFilling, stepOf, steps } from '#features/regulatory/collects/coleta/steps.ts'
import type { OpenQuestions } from '#features/regulatory/collects/gate/gate.ts'
import { waitForClient } from '#features/regulatory/collects/steps.server.ts'
import { gatePorts } from '#features/regulatory/collects/gate/ports.server.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { askClient } from '#features/regulatory/questions/api.ts'
import { writeMessage } from '#features/support/tickets/messages/messages.server.ts'
import { moduleTickets, ticketTypes } from '#features/lookups.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { tableOf } from '#kernel/resource.ts'
import { label } from '#parts/period/period.ts'
import { statusOf } from '#parts/status/status.server.ts'
import { newDraftIn } from '#server/crud.ts'
import { doneAnswer, type Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

/**
 * Asks the client about a coleta, in words, and gives it back to them. The question is a ticket of the coleta: the client answers there
 * or by mail, and another question while one is open goes on in it. It is open until somebody of the office finishes the ticket.
 */
const askOperation = serve(askClient, async (ctx, { id: key, body: { content } }) => {
  refuseOutsiders(ctx)
  const collect = await ctx.rows(collects).hold(key)
  await refuseUnasked(ctx, collect)
  const ticket = (await openQuestionOf(ctx, collect.id)) ?? (await beginQuestion(ctx, collect))
  await writeMessage(ctx, { ticket, content })
  const { id, uuid } = await ctx
    .rows(tickets)
    .update(ticket, { status_id: await statusOf(ctx, 'Ticket', 'aguardando-cliente') }, undefined, 'aguardar')
  await waitForClient(collect, ctx)
  return doneAnswer(200, `Pergunta enviada a ${collect.client.name}.`, { ticket: { id, uuid } })
})

/** Throws where nobody of the client could answer, or the coleta is no longer to be filled in. */
async function refuseUnasked(ctx: Ctx, { status, fistel_id }: Collect) {
  const step = stepOf(status)
  if (!isFilling(step))
    throw problem('conflict', `A coleta está ${steps[step].name.toLowerCase()}: reabra antes de perguntar.`)
  const { rows } = await sql<{ shown: boolean }>`
    select show_for_client as shown from fistels where id = ${fistel_id}`.execute(ctx.sql)
  if (!rows[0]?.shown)
    throw problem('conflict', 'O fistel não é mostrado ao cliente: abra um chamado, ou mostre o fistel antes.')
}

/** The id of the question about a coleta that is still open. */
async function openQuestionOf(ctx: Ctx, collect: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select t.id::float8 as id from tickets t join statuses s on s.id = t.status_id
    where t.collect_id = ${collect} and t.question and t.deleted_at is null and t.active and t.merged_id is null and s.slug <> 'finalizado'
    order by t.id desc limit 1`.execute(ctx.sql)
  return rows[0]?.id ?? null
}

/** Questions about some coletas that nobody of the office ended, with the last words of each. */
async function openQuestions(ctx: Ctx, collects: readonly number[]): Promise<ReadonlyMap<number, OpenQuestions>> {
  const { rows } = await sql<{ collect: number; count: number; names: readonly string[] }>`
    select t.collect_id::float8 as collect, count(*)::int as count, array_agg(coalesce((
      select left(regexp_replace(m.content, '[[:space:]]+', ' ', 'g'), 120) from ticket_messages m
      where m.ticket_id = t.id and not m.internal and m.deleted_at is null order by m.id limit 1), t.name) order by t.id) as names
    from tickets t join statuses s on s.id = t.status_id
    where t.collect_id = any(${[...collects]}::bigint[]) and t.question and t.deleted_at is null and t.active and t.merged_id is null
      and s.slug <> 'finalizado'
    group by t.collect_id`.execute(ctx.sql)
  return new Map(rows.map(({ collect, count, names }) => [collect, { count, names }]))
}

async function beginQuestion(ctx: Ctx, collect: Collect): Promise<number> {
  const draft = newDraftIn(tickets, ctx, {
    name: `Pergunta sobre a coleta de ${label(collect)}`,
    client_id: collect.client_id,
    collect_id: collect.id,
    module_id: await kindOf(ctx, moduleTickets, 'coletas'),
    type_id: await kindOf(ctx, ticketTypes, 'duvida'),
  })
  const { id } = await ctx.rows(tickets).create({ ...draft, owner_id: ctx.user.id, question: true })
  return id
}

/** The module, or type, under which questions are filed: the one of this slug, or else the first in use. */
async function kindOf(ctx: Ctx, lookup: typeof moduleTickets | typeof ticketTypes, slug: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id::float8 as id from ${sql.table(tableOf(lookup))} where deleted_at is null and active
    order by slug <> ${slug}, id limit 1`.execute(ctx.sql)
  if (!rows[0]) throw problem('conflict', `Não há ${lookup.text.one} em uso: cadastre antes de perguntar.`)
  return rows[0].id
}

/** Questions to the client about a coleta, which waits for their end. */
export const questionsOnServer: ServerFeature = {
  operations: () => [askOperation],
}
gatePorts.questions = openQuestions
