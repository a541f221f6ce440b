import { sql } from 'kysely'
import { invalid, problem } from '#kernel/problem.ts'
import type { StoredOf } from '#kernel/resource.ts'
import { count, join } from '#kernel/text.ts'
import { addTemplateSteps } from '#features/support/tickets/ticket/api.ts'
import { refuseClosed } from '#features/support/tickets/messages/messages.server.ts'
import { presentIn } from '#features/support/tickets/presence/presence.server.ts'
import { mostSteps, ticketSteps } from '#features/support/tickets/ticket/steps.ts'
import { ticketTemplates } from '#features/support/tickets/ticket/templates.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { amongColleagues } from '#parts/note/note.server.ts'
import { statusOf } from '#parts/status/status.server.ts'
import { extend } from '#server/extend.ts'
import { doneAnswer, type Ctx, type Sql } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

/** '3/5'; nothing where a ticket has no steps. */
export const progressSql = (alias: string) => `(
  select count(*) filter (where ps.done) || '/' || count(*) from ticket_steps ps
  where ps.ticket_id = ${alias}.id and ps.active and ps.deleted_at is null having count(*) > 0)`

/** Does the template under the alias have steps to put in a ticket? */
export const hasStepsSql = (alias: string) =>
  `exists (select 1 from ticket_templates_checklist l where l.parent_id = ${alias}.id and l.active)`

/** What must be done in each of these tickets and is not yet, by the ticket. */
export async function openSteps(db: Sql, ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
  const { rows } = await sql<{ ticket_id: number; names: readonly string[] }>`
    select ticket_id, array_agg(name order by id) as names from ticket_steps
    where ticket_id = any(${[...ids]}::bigint[]) and required and not done and active and deleted_at is null
    group by ticket_id`.execute(db)
  return new Map(rows.map(({ ticket_id, names }) => [ticket_id, names]))
}

/** Names the unfinished steps for the user. */
export const missingStepsInWords = (names: readonly string[]) =>
  `Falta concluir: ${join(names.map(name => `“${name}”`))}.`

/** Refuses to finish a ticket with something mandatory left to do, by whichever way it is finished. */
export async function refuseUnfinished(
  ctx: Ctx,
  draft: Partial<StoredOf<typeof tickets>>,
  { id, status_id }: { readonly id: number; readonly status_id: number | null },
) {
  if (draft.status_id === undefined || draft.status_id === status_id) return
  if (draft.status_id !== (await statusOf(ctx, 'Ticket', 'finalizado'))) return
  const names = (await openSteps(ctx.sql, [id])).get(id)
  if (names) throw problem('conflict', missingStepsInWords(names))
}

/** Locks the ticket so that nobody finishes it meanwhile; the reference check refuses one not visible. */
async function holdOpen(ctx: Ctx, ticket: number) {
  if (!(await ctx.rows(tickets).seek(ticket))) return
  await ctx.rows(tickets).hold(ticket)
  await refuseClosed(ticket, ctx)
}

/** To colleagues who have the ticket open. */
async function tellSteps(ctx: Ctx, uuid: string, ticket: number) {
  const users = await presentIn(ctx, ticket)
  if (users.length) ctx.tell({ of: ticketSteps, uuid, users })
}

/** Notifies the same users by the ticket, since one who opens it from a template may not see its steps. */
async function tellMore(ctx: Ctx, ticket: number) {
  const users = await presentIn(ctx, ticket)
  if (users.length) ctx.tell({ of: tickets, uuid: (await ctx.rows(tickets).find(ticket, [])).uuid, users })
}

async function refuseMany({ sql: db }: Ctx, ticket: number, more: number) {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ticket_steps where ticket_id = ${ticket} and deleted_at is null`.execute(db)
  if ((rows[0]?.n ?? 0) + more > mostSteps) throw invalid({ ticket_id: `Um chamado tem até ${mostSteps} passos.` })
}

export const stepRules = extend(ticketSteps, {
  lockedAfter: ['ticket'],
  visible: amongColleagues,
  guard: ({ ticket_id }, ctx) => holdOpen(ctx, ticket_id),
  beforeCreate: async (draft, ctx) => {
    await holdOpen(ctx, draft.ticket_id)
    await refuseMany(ctx, draft.ticket_id, 1)
    await tellMore(ctx, draft.ticket_id)
    return draft
  },
  beforeUpdate: async (draft, row, ctx) => {
    if (draft.ticket_id !== undefined && draft.ticket_id !== row.ticket_id)
      throw invalid({ ticket_id: 'Um passo não muda de chamado.' })
    await tellSteps(ctx, row.uuid, row.ticket_id)
    return draft
  },
  beforeRemove: ({ uuid, ticket_id }, ctx) => tellSteps(ctx, uuid, ticket_id),
  beforeRevive: ({ ticket_id }, ctx) => refuseMany(ctx, ticket_id, 1),
  actions: {
    concluir: ({ id }, ctx) =>
      ctx
        .rows(ticketSteps)
        .update(
          id,
          { done: true, done_user_id: ctx.user.id, done_at: new Date().toISOString() },
          undefined,
          'concluir',
        ),
    reabrir: ({ id }, ctx) =>
      ctx.rows(ticketSteps).update(id, { done: false, done_user_id: null, done_at: null }, undefined, 'reabrir'),
  },
})

/** Adds a template's steps to a ticket after its own, even for a user who may not see them; answers how many. */
export async function addSteps(ctx: Ctx, ticket_id: number, template: number): Promise<number> {
  const { rows } = await sql<{ name: string; required: boolean }>`
    select name, required from ticket_templates_checklist where parent_id = ${template} and active order by position`.execute(
    ctx.sql,
  )
  if (!rows.length) return 0
  await refuseMany(ctx, ticket_id, rows.length)
  await ctx.rows(ticketSteps).createAll(rows.map(each => ({ ...each, ticket_id })))
  return rows.length
}

export const stepsRoute = serve(addTemplateSteps, async (ctx, { id, body }) => {
  refuseOutsiders(ctx)
  const ticket = await ctx.rows(tickets).locate(id)
  await holdOpen(ctx, ticket)
  const added = await addSteps(ctx, ticket, await ctx.rows(ticketTemplates).locate(body.template))
  if (!added) throw problem('conflict', 'Este modelo não tem passos.')
  return doneAnswer(200, `${count(added, { one: 'passo', many: 'passos', gender: 'm' })} no chamado.`, { added })
})
