import { can, type User } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { isLocked, type StoredOf } from '#kernel/resource.ts'
import type { TicketChange } from '#features/support/tickets/ticket/api.ts'
import { replyDue } from '#features/support/tickets/due/due.server.ts'
import { turns, type TicketTurn } from '#features/support/tickets/ticket/macros.ts'
import { tellTicket } from '#features/support/tickets/messages/messages.server.ts'
import { missingStepsInWords, openSteps } from '#features/support/tickets/steps/steps.server.ts'
import { tickets, ticketStates, type Ticket } from '#features/support/tickets/ticket/tickets.ts'
import { statusOf } from '#parts/status/status.server.ts'
import type { Ctx } from '#server/operation.ts'

const stateAfter = {
  aguardar: ticketStates.waiting,
  retomar: ticketStates.open,
  finalizar: ticketStates.settled,
} as const satisfies Record<TicketTurn, string>

/** Refuses who may not do by hand what is done here together. */
export function refuseUnpermitted(user: User, { turn, mine, ...others }: TicketChange) {
  const needed = [
    ...(turn ? [`tickets.${turn}`] : []),
    ...(mine ? ['tickets.assumir'] : []),
    ...(Object.keys(others).length ? ['tickets.update'] : []),
  ]
  if (!needed.every(each => can(user, each)))
    throw problem(
      'forbidden',
      turn && !can(user, `tickets.${turn}`) ? `O seu perfil não tem ${turns[turn]}.` : undefined,
    )
}

/** Why each of these tickets cannot be changed so; nothing of those that can. */
export async function barsOfChange(
  ctx: Ctx,
  rows: readonly Pick<Ticket, 'id' | 'active' | 'status'>[],
  { turn }: TicketChange,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const lacking = turn === 'finalizar' ? await openSteps(ctx.sql, rows.map(row => row.id)) : new Map<number, never>() // prettier-ignore
  const bars = rows.map(row => {
    const steps = lacking.get(row.id)
    const said = [
      ...(row.active ? [] : ['Está inativo.']),
      ...(isLocked(tickets, row) ? ['Está finalizado: reabra antes.'] : []),
      ...(steps && !isLocked(tickets, row) ? [missingStepsInWords(steps)] : []),
    ]
    return [row.id, said] as const
  })
  return new Map(bars.filter(([, said]) => said.length))
}

/** Returns the fields a transition changes; none if the state is the same. Settled or waiting tickets have no answer due. */
async function turned(ctx: Ctx, row: Ticket, turn: TicketTurn): Promise<Partial<StoredOf<typeof tickets>>> {
  if (row.status?.name === stateAfter[turn]) return {}
  if (turn === 'retomar')
    return {
      status_id: await statusOf(ctx, 'Ticket', 'em-aberto'),
      closed_user_id: null,
      reply_by: await replyDue(ctx.sql, row, new Date()),
    }
  const settled = turn === 'finalizar'
  return {
    status_id: await statusOf(ctx, 'Ticket', settled ? 'finalizado' : 'aguardando-cliente'),
    closed_user_id: settled ? ctx.user.id : null,
    reply_by: null,
    ...(settled && { remind_on: null }),
  }
}

/** All of a change in one write. */
export async function changeTicket(
  ctx: Ctx,
  row: Ticket,
  change: TicketChange,
  event: string = change.turn ?? 'update',
) {
  const { turn, mine, team_id, type_id, priority, remind_on } = change
  await tellTicket(ctx, row.id)
  const draft = {
    ...(team_id && { team_id }),
    ...(type_id && { type_id }),
    ...(priority && { priority }),
    ...(remind_on && { remind_on }),
    ...(mine && { owner_id: ctx.user.id }),
    ...(turn && (await turned(ctx, row, turn))),
  }
  return ctx.rows(tickets).update(row.id, draft, undefined, event)
}
