import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { readMessageDraft, saveMessageDraft } from '#features/support/tickets/ticket/api.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { daily, rowsGone } from '#parts/chore/chore.ts'
import type { Chore } from '#server/house.ts'
import { forget } from '#server/chores/forget.ts'
import { doneAnswer, type AnyOperation } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Long enough for a holiday. */
const days = 30
const nothing = { answer: '', note: '' }

/** One's own unsent words in a ticket, an answer and a note apart, wherever they were typed; nobody else sees them. */
export const messageDraftRoutes: readonly AnyOperation[] = [
  serve(readMessageDraft, async (ctx, { id }) => {
    const ticket = await ctx.rows(tickets).locate(id)
    if (ctx.user.seen) return { data: nothing }
    const { rows } = await sql<{ answer: string; note: string }>`
        select answer, note from ticket_drafts where ticket_id = ${ticket} and user_id = ${ctx.user.id}`.execute(
      ctx.sql,
    )
    return { data: rows[0] ?? nothing }
  }),
  serve(saveMessageDraft, async (ctx, { id, body: { answer, note } }) => {
    const ticket = await ctx.rows(tickets).locate(id)
    if (note && !isStaff(ctx.user)) throw problem('forbidden')
    await (
      answer || note
        ? sql`
          insert into ticket_drafts (ticket_id, user_id, answer, note) values (${ticket}, ${ctx.user.id}, ${answer}, ${note})
          on conflict (ticket_id, user_id) do update set answer = excluded.answer, note = excluded.note, updated_at = now()`
        : sql`delete from ticket_drafts where ticket_id = ${ticket} and user_id = ${ctx.user.id}`
    ).execute(ctx.sql)
    return doneAnswer(200, 'Rascunho guardado.', {})
  }),
]

export const messageDraftsChore: Chore = {
  name: 'rascunhos-chamados',
  title: 'Rascunhos de chamados',
  about: 'Esquece o que ninguém retomou em 30 dias.',
  every: daily,
  run: async ({ database }) =>
    rowsGone(await forget(database.kysely, 'ticket_drafts', sql`updated_at < now() - make_interval(days => ${days})`)),
}
