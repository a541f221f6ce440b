import { sql } from 'kysely'
import { reportPresence, type PresentColleague } from '#features/support/tickets/ticket/api.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import type { Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

/** Screens report every 15 s that they are there, and one that misses two reports is gone. */
const stay = sql`interval '40 seconds'`

/** Returns the ids of the staff who have the ticket open, in any process, except the caller. */
export async function presentIn(
  { sql: db, user }: Pick<Ctx, 'sql' | 'user'>,
  ticket: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from ticket_presences
    where ticket_id = ${ticket} and user_id <> ${user.id} and seen_at > now() - ${stay}`.execute(db)
  return rows.map(({ id }) => id)
}

async function colleaguesIn({ sql: db, user }: Ctx, ticket: number): Promise<readonly PresentColleague[]> {
  const { rows } = await sql<PresentColleague>`
    select p.user_id as id, u.name, p.writing from ticket_presences p join users u on u.id = p.user_id
    where p.ticket_id = ${ticket} and p.user_id <> ${user.id} and p.seen_at > now() - ${stay} order by p.user_id`.execute(
    db,
  )
  return rows
}

/** Answers whether that is news to the others. Rows that ended are deleted by the next user who enters any ticket. */
async function enterTicket({ sql: db, user }: Ctx, ticket: number, writing: PresentColleague['writing']) {
  const { rows } = await sql<{ news: boolean }>`
    with before as (
      select writing from ticket_presences
      where ticket_id = ${ticket} and user_id = ${user.id} and seen_at > now() - ${stay}
    ), ended as (
      delete from ticket_presences using (
        select ticket_id, user_id from ticket_presences
        where not exists (select from before) and seen_at < now() - ${stay} and user_id <> ${user.id}
        for update skip locked) e
      where ticket_presences.ticket_id = e.ticket_id and ticket_presences.user_id = e.user_id
    )
    insert into ticket_presences (ticket_id, user_id, writing, seen_at) values (${ticket}, ${user.id}, ${writing}, now())
    on conflict (ticket_id, user_id) do update set writing = excluded.writing, seen_at = excluded.seen_at
    returning not exists (select from before where writing is not distinct from ${writing}::text) as news`.execute(db)
  return rows[0]?.news ?? false
}

async function leaveTicket({ sql: db, user }: Ctx, ticket: number) {
  const { rows } = await sql`
    delete from ticket_presences where ticket_id = ${ticket} and user_id = ${user.id} returning user_id`.execute(db)
  return rows.length > 0
}

/** Each statement is committed by itself: of two users who enter at once, the later sees the other. */
export const presenceRoute = serve(reportPresence, async (ctx, { id: ticket, body: { writing, left = false } }) => {
  // Clients may not know which staff are present.
  refuseOutsiders(ctx)
  const id = await ctx.rows(tickets).locate(ticket)
  const isNews = left ? await leaveTicket(ctx, id) : await enterTicket(ctx, id, writing)
  const others = await colleaguesIn(ctx, id)
  if (isNews && others.length) await tellOthers(ctx, id, others)
  return { data: others }
})

async function tellOthers(ctx: Ctx, id: number, others: readonly PresentColleague[]) {
  const { uuid } = await ctx.rows(tickets).find(id, [])
  ctx.tell({ of: tickets, uuid, users: others.map(({ id: person }) => person) })
}
